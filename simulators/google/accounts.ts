import { createHash } from 'node:crypto'

/** A simulated Google account: the claims that the simulator puts into an ID token. */
export interface GoogleAccount {
  sub: string
  email: string
  email_verified: boolean
  /** The domain of the account's Google Workspace organization. */
  hd?: string
  name: string
}

/** The simulated Google accounts that have signed in since the simulator started. Any email address is accepted. */
export class GoogleAccounts {
  readonly #bySub = new Map<string, GoogleAccount>()

  /**
   * Signs a user in with an email address and returns the account's `sub`. It is derived from a hash of the email
   * address, so it is always the same for this address, and it has 21 digits as at Google.
   */
  signIn(address: string, verified: boolean, hd = ''): string {
    const email = address.trim().toLowerCase()
    const hash = createHash('sha256').update(email).digest('hex')
    const sub = `1${BigInt(`0x${hash}`).toString().slice(0, 20)}`
    const name = email.split('@')[0]!.replace(/[._-]+/g, ' ')
    this.#bySub.set(sub, { sub, email, email_verified: verified, name, ...(hd && { hd }) })
    return sub
  }

  find(sub: string): GoogleAccount | undefined {
    return this.#bySub.get(sub)
  }

  /** Lists the simulated accounts, newest last. */
  list(): GoogleAccount[] {
    return [...this.#bySub.values()]
  }
}
