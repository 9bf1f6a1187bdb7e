import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessions, oauthStates, users } from '#server/db/schema/index.ts'
import {
  chooseGoogleAccount,
  startGoogleSignIn,
  followGoogleCallback,
  signInWithGoogle,
} from '#tools/test-app/google-sign-in.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
})
beforeEach(async () => {
  await shop.setGoogleFault('none')
  await shop.reset()
})
afterAll(() => shop.close())

const email = 'ana@gmail.example'
type Client = ReturnType<TestApp['visitor']>

describe('OAuth flow with Google', () => {
  test('cancelling at Google returns to the login page and creates no account', async () => {
    expect(await signInWithGoogle(shop.visitor(), { email, decision: 'deny' })).toBe(
      '/login?google=denied',
    )
    expect(await shop.db.$count(users)).toBe(0)
  })

  test('a callback while Google is down returns to the login page and creates no account', async () => {
    const ana = shop.visitor()
    const callbackUrl = await chooseGoogleAccount(ana, await startGoogleSignIn(ana), { email })
    await shop.setGoogleFault('down')
    expect(await followGoogleCallback(ana, callbackUrl)).toBe('/login?google=failed')
    expect(await shop.db.$count(users)).toBe(0)
  })

  test.each([
    [
      'that is opened twice',
      async (client: Client, callbackUrl: string) => {
        await followGoogleCallback(client, callbackUrl)
        return [client, callbackUrl] as const
      },
    ],
    [
      'that is opened in another browser',
      async (_: unknown, callbackUrl: string) => [shop.visitor(), callbackUrl] as const,
    ],
    [
      'with another state',
      async (client: Client, callbackUrl: string) => {
        const url = new URL(callbackUrl)
        url.searchParams.set('state', 'x'.repeat(43))
        return [client, url.href] as const
      },
    ],
    [
      'with another code',
      async (client: Client, callbackUrl: string) => {
        const url = new URL(callbackUrl)
        url.searchParams.set('code', 'x'.repeat(43))
        return [client, url.href] as const
      },
    ],
    [
      'that has expired',
      async (client: Client, callbackUrl: string) => {
        await shop.db.update(oauthStates).set({ expiresAt: sql`now() - interval '1 second'` })
        return [client, callbackUrl] as const
      },
    ],
  ])('an OAuth callback %s starts no session', async (variant, change) => {
    const ana = shop.visitor()
    const callbackUrl = await chooseGoogleAccount(ana, await startGoogleSignIn(ana), { email })
    const [client, url] = await change(ana, callbackUrl)
    const sessionsBefore = await shop.db.$count(sessions)
    const path = await followGoogleCallback(client, url)
    expect(path).toMatch(
      variant === 'that is opened twice'
        ? /^\/dashboard\/security\?google=failed$/
        : /^\/login\?google=failed$/,
    )
    expect(await shop.db.$count(sessions)).toBe(sessionsBefore)
  })

  test('the nonce is stored encrypted and the state only as a hash', async () => {
    const ana = shop.visitor()
    const { searchParams } = new URL(await startGoogleSignIn(ana))
    const storedStates = JSON.stringify(await shop.db.select().from(oauthStates))
    expect(storedStates).not.toContain(searchParams.get('state'))
    expect(storedStates).not.toContain(searchParams.get('nonce'))
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('the sign-in endpoint answers 404 if Google is not configured', async () => {
    const otherApp = await createTestApp()
    const reply = await otherApp.visitor().request('/api/public/auth/google')
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'UNKNOWN_ERROR' }])
    await otherApp.close()
  })
})
