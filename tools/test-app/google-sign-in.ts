import type { ApiClient } from '../api-client/api-client.ts'

/** Whom somebody says to be on the provider's page. */
export interface GoogleChoice {
  email: string
  verified?: boolean
  decision?: 'allow' | 'deny'
}

/** A browser on the provider's own pages: it follows redirects until they leave. Resolves to where they lead. */
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
  const { email, verified = true, decision = 'allow' } = choice
  const form = new URLSearchParams({ email, decision, ...(verified && { email_verified: 'true' }) })
  return (await visit(chooser, form)).href
}

/** Leaves the site by a call that redirects to the provider. Resolves to the provider's address. */
export async function startGoogleSignIn(
  person: ApiClient,
  path = '/api/public/auth/google',
): Promise<string> {
  const reply = await person.request(path)
  await reply.text()
  return reply.headers.get('location') ?? ''
}

/** Chooses an account at the provider. Resolves to the address on the site that they are sent back to. */
export async function chooseGoogleAccount(
  person: ApiClient,
  authURL: string,
  choice: GoogleChoice,
): Promise<string> {
  const back = await submitAccountChoice(authURL, choice)
  const { searchParams } = new URL(back)
  for (const name of ['code', 'state'])
    person.leakDetector?.addSecret(`google ${name}`, searchParams.get(name) ?? undefined)
  return back
}

/** Follows the way back. Resolves to where the site sends them. */
export async function followGoogleCallback(person: ApiClient, back: string): Promise<string> {
  const reply = await person.request(back)
  await reply.text()
  return reply.headers.get('location') ?? `${reply.status}`
}

/** The whole way: to the provider, through its page, and back. Resolves to where the site sends them. */
export async function signInWithGoogle(
  person: ApiClient,
  choice: GoogleChoice,
  path?: string,
): Promise<string> {
  const authURL = await startGoogleSignIn(person, path)
  return followGoogleCallback(person, await chooseGoogleAccount(person, authURL, choice))
}
