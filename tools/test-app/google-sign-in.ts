import type { ApiClient } from '../api-client/api-client.ts'

/** The account that a user chooses on the Google simulator's page. */
export interface GoogleChoice {
  email: string
  verified?: boolean
  /** The domain of the account's Google Workspace organization. */
  hd?: string
  decision?: 'allow' | 'deny'
}

/**
 * Submits the account chooser of the Google simulator and follows redirects until one leaves the simulator. Resolves to
 * the callback URL.
 */
async function submitAccountChoice(authURL: string, choice: GoogleChoice): Promise<string> {
  const { origin } = new URL(authURL)
  const cookies = new Map<string, string>()
  async function visit(address: URL, form?: URLSearchParams): Promise<URL> {
    const reply = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      ...(form && { body: form }),
    })
    await reply.text()
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location) return address
    const next = new URL(location, address)
    return next.origin === origin ? visit(next) : next
  }
  const chooser = await visit(new URL(authURL))
  const { email, verified = true, hd = '', decision = 'allow' } = choice
  const form = new URLSearchParams({
    email,
    hd,
    decision,
    ...(verified && { email_verified: 'true' }),
  })
  return (await visit(chooser, form)).href
}

/** Starts a Google sign-in at the marketplace. Resolves to the authorization URL at Google. */
export async function startGoogleSignIn(
  client: ApiClient,
  path = '/api/public/auth/google',
): Promise<string> {
  const reply = await client.request(path)
  await reply.text()
  return reply.headers.get('location') ?? ''
}

/** Chooses an account on Google's page. Resolves to the callback URL of the marketplace. */
export async function chooseGoogleAccount(
  client: ApiClient,
  authURL: string,
  choice: GoogleChoice,
): Promise<string> {
  const back = await submitAccountChoice(authURL, choice)
  const { searchParams } = new URL(back)
  for (const name of ['code', 'state'])
    client.leakDetector?.addSecret(`google ${name}`, searchParams.get(name) ?? undefined)
  return back
}

/** Opens the marketplace's callback URL. Resolves to the URL to which the marketplace redirects. */
export async function followGoogleCallback(client: ApiClient, back: string): Promise<string> {
  const reply = await client.request(back)
  await reply.text()
  return reply.headers.get('location') ?? `${reply.status}`
}

/** Signs in with Google: starts the sign-in, chooses an account, opens the callback. Resolves to the final redirect. */
export async function signInWithGoogle(
  client: ApiClient,
  choice: GoogleChoice,
  path?: string,
): Promise<string> {
  const authURL = await startGoogleSignIn(client, path)
  return followGoogleCallback(client, await chooseGoogleAccount(client, authURL, choice))
}
