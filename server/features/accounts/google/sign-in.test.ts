import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser, listProviders } from '#contract/accounts/user.ts'
import { getGoogleLinkUrl } from '#contract/accounts/google.ts'
import { completeStepWithCode } from '#contract/accounts/second-step.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { identities, sessions, users } from '#server/db/schema/index.ts'
import {
  chooseGoogleAccount,
  startGoogleSignIn,
  followGoogleCallback,
  signInWithGoogle,
} from '#tools/test-app/google-sign-in.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { addAuthenticatorApp, showCode } from '#tools/test-app/second-factors.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { insertIdentity } from './identities.ts'

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
const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
const LINK = '/api/auth/link/google'

const accounts = () =>
  shop.db
    .select({ email: users.email, hash: users.passwordHash, verifiedAt: users.verifiedAt })
    .from(users)
const linkedIdentities = () => shop.db.select().from(identities)

describe('sign-in with Google', () => {
  test('the first sign-in creates a verified account without a password, which issuer and subject find again', async () => {
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
    expect((await shop.waitForMail(email)).subject).toContain('is ready')

    // The account's email is changed here; issuer and subject must still identify its owner.
    await shop.db.update(users).set({ email: 'ana@other.example' })
    const otherBrowser = shop.visitor()
    expect(await signInWithGoogle(otherBrowser, { email })).toBe('/dashboard')
    expect(await otherBrowser.call(getUser, {})).toMatchObject({
      body: { email: 'ana@other.example' },
    })
    expect(await accounts()).toHaveLength(1)
  })

  test('a sign-in continues to the requested page only if it is on this site', async () => {
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

  test('a sign-in with an address that Google has not verified creates an unverified account', async () => {
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email, verified: false })).toBe('/notverified')
    expect(await ana.call(getUser, {})).toMatchObject({ body: { email, isVerified: false } })
    expect(await ana.call(getGoogleLinkUrl, {})).toMatchObject({
      status: 403,
      code: 'ERROR_AUTH_USER_NOT_VERIFIED',
    })

    // Opening the emailed link proves ownership of the email address, so the Google identity and its sessions are
    // removed.
    const token = await shop.waitForLinkToken(email, 'verify')
    await shop.visitor().call(verifyAccount, { params: { token } })
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await linkedIdentities()).toEqual([])
  })

  test('public pages are told of a session only once its user is verified', async () => {
    const ana = shop.visitor()
    const isTold = () => [...ana.cookies.keys()].some(name => name.startsWith('signed_in'))

    await signInWithGoogle(ana, { email, verified: false })
    await ana.call(getUser, {})
    expect(isTold()).toBe(false)

    await shop.db.update(users).set({ verifiedAt: new Date() })
    await ana.call(getUser, {})
    expect(isTold()).toBe(true)
  })

  test('two simultaneous sign-ins of the same person create one account', async () => {
    const browsers = [shop.visitor(), shop.visitor()]
    const callbackUrls: string[] = []
    for (const person of browsers)
      callbackUrls.push(
        await chooseGoogleAccount(person, await startGoogleSignIn(person), { email }),
      )
    const paths = await Promise.all(
      browsers.map((person, index) => followGoogleCallback(person, callbackUrls[index]!)),
    )
    expect(paths).toEqual(['/dashboard', '/dashboard'])
    expect(await accounts()).toHaveLength(1)
    expect(await linkedIdentities()).toHaveLength(1)
  })

  test('a sign-in finds the account to which another sign-in of the same person linked it meanwhile', async () => {
    const gmail = 'ana@gmail.com'
    await signInWithGoogle(shop.visitor(), { email: gmail })
    const { issuer, subject, isAuthoritative } = identities
    const [identity] = await shop.db
      .delete(identities)
      .returning({ issuer, subject, email: identities.email, isAuthoritative })

    const signingIn = await runTransaction(shop.db, async tx => {
      const [user] = await tx.select().from(users).for('update')
      const path = signInWithGoogle(shop.visitor(), { email: gmail })
      await expect.poll(() => listWaitingQueries(shop.database)).not.toEqual([])
      await insertIdentity(tx, user!.id, { ...identity!, emailVerified: true })
      return { path }
    })

    expect(await signingIn.path).toBe('/dashboard')
    expect(await linkedIdentities()).toHaveLength(1)
  })
})

describe('Google sign-in with the address of an existing account', () => {
  test('a verified Google address takes over an unverified account and removes its password and sessions', async () => {
    const thief = shop.visitor()
    await thief.call(register, { body: form })
    const [{ id } = { id: 0 }] = await shop.db.select().from(users)
    await shop.db.insert(sessions).values({ userId: id, tokenHash: 'planted' })

    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')

    expect(await accounts()).toMatchObject([{ email, hash: null, verifiedAt: expect.any(Date) }])
    expect(await thief.call(login, { body: form })).toMatchObject({ status: 401 })
    expect(await shop.db.$count(sessions, eq(sessions.tokenHash, 'planted'))).toBe(0)
    const token = await shop.waitForLinkToken(email, 'verify')
    expect(await thief.call(verifyAccount, { params: { token } })).toMatchObject({ ok: false })
  })

  test('an account created with an unverified Google address goes to the user whose address Google has verified', async () => {
    const thief = shop.visitor()
    await signInWithGoogle(thief, { email, verified: false })
    await shop.db.update(identities).set({ subject: 'somebody-else' })

    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email })).toBe('/dashboard')

    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await linkedIdentities()).toMatchObject([{ emailVerified: true }])
  })

  test.each([
    ['an address of Gmail', { email: 'ana@gmail.com' }],
    ['the address of a Workspace organization', { email, hd: 'gmail.example' }],
  ])('%s is linked to a verified account, which keeps its password', async (_, choice) => {
    await shop.creator(choice.email)
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, choice)).toBe('/dashboard')
    expect(await ana.call(listProviders, {})).toMatchObject({
      body: { hasPassword: true, providers: [{ linked: true }] },
    })
  })

  test.each([
    ['no organization', { email }],
    ['another organization', { email, hd: 'other.example' }],
    ['an address that only ends like one of Gmail', { email: 'ana@notgmail.com' }],
  ])('a Google account of %s signs nobody in to a verified account', async (_, choice) => {
    await shop.creator(choice.email)
    const stranger = shop.visitor()

    expect(await signInWithGoogle(stranger, choice)).toBe('/login?google=password_first')

    expect(await linkedIdentities()).toEqual([])
    expect(await stranger.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('the owner of an existing account links Google after signing in with the password, and can sign in with it', async () => {
    const ana = await shop.creator(email)
    expect(await signInWithGoogle(ana, { email }, LINK)).toBe('/dashboard/security?google=linked')

    expect(await signInWithGoogle(shop.visitor(), { email })).toBe('/dashboard')
  })

  test.each([
    ['a verified', true],
    ['an unverified', false],
  ])('an unverified Google address is never linked to %s account', async (_, isVerified) => {
    if (isVerified) await shop.creator(email)
    else await shop.visitor().call(register, { body: form })
    const accountsBefore = await accounts()

    const thief = shop.visitor()
    expect(await signInWithGoogle(thief, { email, verified: false })).toBe(
      '/login?google=unverified_email',
    )

    expect(await accounts()).toEqual(accountsBefore)
    expect(await linkedIdentities()).toEqual([])
    expect(await thief.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('a second Google account with the same address is not linked to an account that has one', async () => {
    const ana = await shop.creator(email)
    await signInWithGoogle(ana, { email }, LINK)
    await shop.db.update(identities).set({ subject: 'the-first-one' })
    expect(await signInWithGoogle(shop.visitor(), { email })).toBe('/login?google=taken')
  })

  test('a Google sign-in to a suspended account is rejected', async () => {
    await shop.creator(email)
    const suspensionReason = 'Vendía; archivos ajenos'
    await shop.db.update(users).set({ suspendedAt: new Date(), suspensionReason })
    const ana = shop.visitor()
    expect(await signInWithGoogle(ana, { email, hd: 'gmail.example' })).toBe(
      '/login?google=suspended',
    )
    const [, reason] = [...ana.cookies].find(([name]) => name.startsWith('suspension'))!
    expect(decodeURIComponent(reason)).toBe(suspensionReason)
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
  })
})

test('a sign-in with Google needs the second step of an account that has one', async () => {
  const ana = shop.visitor()
  await signInWithGoogle(ana, { email })
  const { secret } = await addAuthenticatorApp(ana)
  const browser = shop.visitor()

  expect(await signInWithGoogle(browser, { email })).toBe(
    '/login/second-step?returnTo=%2Fdashboard',
  )
  expect(await browser.call(getUser, {})).toMatchObject({ status: 401 })

  const body = { code: showCode(secret) }
  expect(await browser.call(completeStepWithCode, { body })).toMatchObject({ body: { email } })
  expect(await browser.call(getUser, {})).toMatchObject({ body: { email } })
})
