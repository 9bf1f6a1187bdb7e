import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, listProviders } from '#contract/accounts/user.ts'
import { getGoogleLinkUrl, unlinkGoogle } from '#contract/accounts/google.ts'
import { listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { identities, sessions, oauthStates, users } from '#server/db/schema/index.ts'
import {
  chooseAccount,
  leaveForGoogle,
  returnFromGoogle,
  signInWithGoogle,
} from '#tools/test-app/google-account.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { google: true })
})
beforeEach(async () => {
  await shop.googleIs('none')
  await shop.reset()
})
afterAll(() => shop.close())

const email = 'ana@gmail.example'
const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
const LINK = '/api/auth/link/google'

const accounts = () =>
  shop.db
    .select({ email: users.email, hash: users.passwordHash, verifiedAt: users.verifiedAt })
    .from(users)
const links = () => shop.db.select().from(identities)

describe('signing in with Google', () => {
  test('opens a verified account without a password, and finds it again by who they are', async () => {
    const ana = shop.visitor({ 'accept-language': 'en' })

    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')

    expect(await ana.call(getUser, {})).toMatchObject({
      body: {
        email,
        isVerified: true,
        hasPassword: false,
        roles: ['user'],
        providers: [{ provider: 'google', linked: true, createdAt: expect.any(String) }],
      },
    })
    expect((await shop.mailTo(email)).subject).toContain('is open')

    // The address belongs to somebody else here now; issuer and subject still say who they are.
    await shop.db.update(users).set({ email: 'ana@other.example' })
    const again = shop.visitor()
    expect(await signInWithGoogle(again, { email })).toBe('/dashboard')
    expect(await again.call(getUser, {})).toMatchObject({ body: { email: 'ana@other.example' } })
    expect(await accounts()).toHaveLength(1)
  })

  test('goes on to where they wanted, on this site only', async () => {
    const path = '/api/public/auth/google?returnTo='
    expect(await signInWithGoogle(shop.visitor(), { email }, `${path}/dashboard/products`)).toBe(
      '/dashboard/products',
    )
    expect(
      await signInWithGoogle(
        shop.visitor(),
        { email },
        `${path}${encodeURIComponent('//evil.test')}`,
      ),
    ).toBe('/dashboard')
  })

  test('with an address that Google has not verified makes an unverified account, as SPEC has it', async () => {
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email, verified: false })).toBe('/notverified')
    expect(await ana.call(getUser, {})).toMatchObject({ body: { email, isVerified: false } })
    expect(await ana.call(getGoogleLinkUrl, {})).toMatchObject({
      status: 403,
      code: 'ERROR_AUTH_USER_NOT_VERIFIED',
    })

    // The mail proves the address; whoever could not prove it is out.
    const token = await shop.tokenFor(email, 'verify')
    await shop.visitor().call(verifyAccount, { params: { token } })
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await links()).toEqual([])
  })

  test('two windows at the same moment make one account', async () => {
    const windows = [shop.visitor(), shop.visitor()]
    const backs: string[] = []
    for (const person of windows)
      backs.push(await chooseAccount(person, await leaveForGoogle(person), { email }))
    const landed = await Promise.all(
      windows.map((person, index) => returnFromGoogle(person, backs[index]!)),
    )
    expect(landed).toEqual(['/dashboard', '/dashboard'])
    expect(await accounts()).toHaveLength(1)
    expect(await links()).toHaveLength(1)
  })
})

describe('nobody prepares an address for somebody else', () => {
  test('an unverified local account is taken over: its password and sessions are gone first', async () => {
    const thief = shop.visitor()
    await thief.call(register, { body: form })
    const [{ id } = { id: 0 }] = await shop.db.select().from(users)
    await shop.db.insert(sessions).values({ userId: id, tokenHash: 'planted' })

    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')

    expect(await accounts()).toMatchObject([{ email, hash: null, verifiedAt: expect.any(Date) }])
    expect(await thief.call(login, { body: form })).toMatchObject({ status: 401 })
    expect(await shop.db.$count(sessions, eq(sessions.tokenHash, 'planted'))).toBe(0)
    const token = await shop.tokenFor(email, 'verify')
    expect(await thief.call(verifyAccount, { params: { token } })).toMatchObject({ ok: false })
  })

  test('an account made by an unproven Google identity goes to the one who proves the address', async () => {
    const thief = shop.visitor()
    await signInWithGoogle(thief, { email, verified: false })
    await shop.db.update(identities).set({ subject: 'somebody-else' })

    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')

    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await links()).toMatchObject([{ emailVerified: true }])
  })

  test('a verified local account is joined by a verified address and keeps its password', async () => {
    await shop.creator(email)
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')
    expect(await ana.call(listProviders, {})).toMatchObject({
      body: { hasPassword: true, providers: [{ linked: true }] },
    })
  })

  test.each([
    ['a verified', true],
    ['an unverified', false],
  ])('an unverified address never joins %s account', async (_, isVerified) => {
    if (isVerified) await shop.creator(email)
    else await shop.visitor().call(register, { body: form })
    const before = await accounts()

    const thief = shop.visitor()
    expect(await signInWithGoogle(thief, { email, verified: false })).toBe(
      '/login?google=unverified_email',
    )

    expect(await accounts()).toEqual(before)
    expect(await links()).toEqual([])
    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('another Google account with the same address does not join one that is linked', async () => {
    const ana = await shop.creator(email)
    await signInWithGoogle(ana, { email }, LINK)
    await shop.db.update(identities).set({ subject: 'the-first-one' })
    expect(await signInWithGoogle(shop.visitor(), { email })).toBe('/login?google=taken')
  })

  test('a suspended account stays closed', async () => {
    await shop.creator(email)
    await shop.db.update(users).set({ suspendedAt: new Date() })
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/login?google=suspended')
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
  })
})

describe('linking a Google account', () => {
  test('adds a way in, also with another address than the account’s', async () => {
    const ana = await shop.creator('ana@mail.test')
    expect(await signInWithGoogle(ana, { email }, LINK)).toBe('/dashboard/security?google=linked')

    const elsewhere = shop.visitor()
    await signInWithGoogle(elsewhere, { email })
    expect(await elsewhere.call(getUser, {})).toMatchObject({ body: { email: 'ana@mail.test' } })
  })

  test('by the call that tells the address works the same', async () => {
    const ana = await shop.creator()
    const { authURL } = expectOk(await ana.call(getGoogleLinkUrl, {}))
    const back = await chooseAccount(ana, authURL, { email })
    expect(await returnFromGoogle(ana, back)).toBe('/dashboard/security?google=linked')
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events[0]).toMatchObject({ kind: 'google_linked' })
  })

  test.each([
    ['linked elsewhere', { email }, 'taken'],
    ['not verified there', { email: 'other@gmail.example', verified: false }, 'unverified_email'],
    ['cancelled', { email, decision: 'deny' as const }, 'denied'],
  ])('that is %s is refused', async (_, choice, outcome) => {
    await signInWithGoogle(shop.visitor(), { email })
    const eva = await shop.creator('eva@mail.test')
    expect(await signInWithGoogle(eva, choice, LINK)).toBe(`/dashboard/security?google=${outcome}`)
    expect(await links()).toHaveLength(1)
  })

  test('begun in one session is not completed in another', async () => {
    const ana = await shop.creator('ana@mail.test')
    const back = await chooseAccount(ana, await leaveForGoogle(ana, LINK), { email })
    await ana.call(login, { body: { email: 'ana@mail.test', password: PASSWORD } })
    expect(await returnFromGoogle(ana, back)).toBe('/dashboard/security?google=failed')
    expect(await links()).toEqual([])
  })

  test('from a page of another site is refused', async () => {
    const ana = await shop.creator()
    const reply = await ana.request(LINK, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { code: 'ERROR_CROSS_SITE_REQUEST' },
    ])
  })

  test('is undone where a password exists, and only there', async () => {
    const ana = await shop.creator()
    await signInWithGoogle(ana, { email }, LINK)
    const hash = (await accounts())[0]!.hash
    await shop.db.update(users).set({ passwordHash: null })
    expect(await ana.call(unlinkGoogle, {})).toMatchObject({
      status: 409,
      code: 'ERROR_USER_NOT_AUTHORIZED',
    })
    expect(await links()).toHaveLength(1)

    await shop.db.update(users).set({ passwordHash: hash })
    expect(await ana.call(unlinkGoogle, {})).toMatchObject({ status: 204 })
    expect(await links()).toEqual([])
  })
})

describe('the way there and back', () => {
  test('cancelled says so, and nothing is there', async () => {
    expect(await signInWithGoogle(shop.visitor(), { email, decision: 'deny' })).toBe(
      '/login?google=denied',
    )
    expect(await accounts()).toEqual([])
  })

  test('to a provider that is down says so, and nothing is there', async () => {
    const early = shop.visitor()
    const back = await chooseAccount(early, await leaveForGoogle(early), { email })
    await shop.googleIs('down')
    expect(await returnFromGoogle(early, back)).toBe('/login?google=failed')
    expect(await accounts()).toEqual([])
  })

  test.each([
    [
      'twice',
      async (person: ReturnType<TestApp['visitor']>, back: string) => {
        await returnFromGoogle(person, back)
        return [person, back] as const
      },
    ],
    ['by another browser', async (_: unknown, back: string) => [shop.visitor(), back] as const],
    [
      'with another state',
      async (person: ReturnType<TestApp['visitor']>, back: string) => {
        const url = new URL(back)
        url.searchParams.set('state', 'x'.repeat(43))
        return [person, url.href] as const
      },
    ],
    [
      'with another code',
      async (person: ReturnType<TestApp['visitor']>, back: string) => {
        const url = new URL(back)
        url.searchParams.set('code', 'x'.repeat(43))
        return [person, url.href] as const
      },
    ],
    [
      'too late',
      async (person: ReturnType<TestApp['visitor']>, back: string) => {
        await shop.db.update(oauthStates).set({ expiresAt: sql`now() - interval '1 second'` })
        return [person, back] as const
      },
    ],
  ])('taken %s ends without a session', async (how, twist) => {
    const ana = shop.visitor()
    const back = await chooseAccount(ana, await leaveForGoogle(ana), { email })
    const [person, address] = await twist(ana, back)
    const known = await shop.db.$count(sessions)
    const landed = await returnFromGoogle(person, address)
    expect(landed).toMatch(
      how === 'twice' ? /^\/dashboard\/security\?google=failed$/ : /^\/login\?google=failed$/,
    )
    expect(await shop.db.$count(sessions)).toBe(known)
  })

  test('keeps its verifier and nonce encrypted, and its state as a digest', async () => {
    const ana = shop.visitor()
    const { searchParams } = new URL(await leaveForGoogle(ana))
    const kept = JSON.stringify(await shop.db.select().from(oauthStates))
    expect(kept).not.toContain(searchParams.get('state'))
    expect(kept).not.toContain(searchParams.get('nonce'))
    expect(searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('is not there where Google is not configured', async () => {
    const own = await createTestApp()
    const reply = await own.visitor().request('/api/public/auth/google')
    expect([reply.status, await reply.json()]).toMatchObject([404, { code: 'UNKNOWN_ERROR' }])
    await own.close()
  })
})
