import { createHash } from 'node:crypto'

/** What the provider tells about a person. */
export interface GoogleAccount {
  sub: string
  email: string
  email_verified: boolean
  name: string
}

/** The people who have signed in; any address will do. */
export class GoogleAccounts {
  readonly #bySub = new Map<string, GoogleAccount>()

  /** The `sub` of an address is always the same, as numeric and as long as Google's. */
  signIn(address: string, verified: boolean): string {
    const email = address.trim().toLowerCase()
    const hash = createHash('sha256').update(email).digest('hex')
    const sub = `1${BigInt(`0x${hash}`).toString().slice(0, 20)}`
    const name = email.split('@')[0]!.replace(/[._-]+/g, ' ')
    this.#bySub.set(sub, { sub, email, email_verified: verified, name })
    return sub
  }

  find(sub: string): GoogleAccount | undefined {
    return this.#bySub.get(sub)
  }

  /** Newest last. */
  list(): GoogleAccount[] {
    return [...this.#bySub.values()]
  }
}
