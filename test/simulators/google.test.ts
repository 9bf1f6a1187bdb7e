import * as client from 'openid-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGoogleSimulator } from '#simulators/google/start.ts'

const CALLBACK = 'http://localhost:3000/api/public/auth/google/callback'
const CLIENT = { clientId: 'our-client', clientSecret: 'our-secret', redirectUris: [CALLBACK] }

let google: Awaited<ReturnType<typeof startGoogleSimulator>>
beforeEach(async () => {
  google = await startGoogleSimulator({ clients: [CLIENT] })
})
afterEach(() => google.close())

const discover = () =>
  client.discovery(new URL(google.origin), CLIENT.clientId, CLIENT.clientSecret, undefined, {
    execute: [client.allowInsecureRequests],
  })

const setFault = (mode: string) =>
  fetch(`${google.origin}/control/fault`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })

/** Creates a minimal browser. It stores cookies and follows redirects until a redirect leaves the provider. */
function openBrowser() {
  const cookies = new Map<string, string>()
  return async function visit(address: URL, form?: Record<string, string>): Promise<URL> {
    const reply = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      body: form && new URLSearchParams(form),
    })
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=')
      cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    if (!location) return address
    const next = new URL(location, address)
    return next.origin === google.origin ? visit(next) : next
  }
}

async function signIn(visit: ReturnType<typeof openBrowser>, choice: Record<string, string>) {
  const configuration = await discover()
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const start = client.buildAuthorizationUrl(configuration, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  })
  const chooser = await visit(start)
  const back = await visit(chooser, choice)
  const tokens = await client.authorizationCodeGrant(configuration, back, checks)
  return tokens.claims()!
}

test('the Google simulator returns the claims of the chosen account in the ID token', async () => {
  const choice = { email: 'Ana.Lopez@gmail.example', email_verified: 'true', decision: 'allow' }

  const first = await signIn(openBrowser(), choice)
  const again = await signIn(openBrowser(), choice)

  expect(first).toMatchObject({
    iss: google.origin,
    sub: expect.stringMatching(/^\d{21}$/),
    email: 'ana.lopez@gmail.example',
    email_verified: true,
    name: 'ana lopez',
  })
  expect(again.sub).toBe(first.sub)
})

test('the Google simulator asks for an account at every sign-in and allows unverified addresses', async () => {
  const visit = openBrowser()

  const ana = await signIn(visit, { email: 'ana@gmail.example', decision: 'allow' })
  const bruno = await signIn(visit, { email: 'bruno@gmail.example', decision: 'allow' })

  expect(ana.email_verified).toBe(false)
  expect(bruno.email).toBe('bruno@gmail.example')
})

test('the Google simulator returns access_denied if the user cancels', async () => {
  const attempt = signIn(openBrowser(), { email: 'ana@gmail.example', decision: 'deny' })

  await expect(attempt).rejects.toMatchObject({ error: 'access_denied' })
})

test('the Google simulator fails while its fault mode is "down" and works again afterwards', async () => {
  await setFault('down')
  await expect(discover()).rejects.toThrow()

  await setFault('none')
  await expect(discover()).resolves.toBeDefined()
})
