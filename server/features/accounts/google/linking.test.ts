import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { getGoogleLinkUrl, unlinkGoogle } from '#contract/accounts/google.ts'
import { confirmIdentity, listSecurityEvents, login } from '#contract/accounts/sessions.ts'
import { identities, users } from '#server/db/schema/index.ts'
import {
  chooseGoogleAccount,
  startGoogleSignIn,
  followGoogleCallback,
  signInWithGoogle,
} from '#tools/test-app/google-sign-in.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

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
const LINK = '/api/auth/link/google'

const accounts = () =>
  shop.db
    .select({ email: users.email, hash: users.passwordHash, verifiedAt: users.verifiedAt })
    .from(users)
const linkedIdentities = () => shop.db.select().from(identities)

describe('linking a Google account', () => {
  test('a linked Google account can sign in even if its address differs from the account', async () => {
    const ana = await shop.creator('ana@mail.test')
    expect(await signInWithGoogle(ana, { email }, LINK)).toBe('/dashboard/security?google=linked')

    const otherBrowser = shop.visitor()
    await signInWithGoogle(otherBrowser, { email })
    expect(await otherBrowser.call(getUser, {})).toMatchObject({ body: { email: 'ana@mail.test' } })
  })

  test('a Google account can be linked only shortly after a login or a confirmed password', async () => {
    const ana = await shop.creator()
    await outdateProofs(shop)

    expect(await ana.call(getGoogleLinkUrl, {})).toMatchObject({
      code: 'ERROR_REAUTHENTICATION_REQUIRED',
    })
    expect((await ana.request(LINK)).status).toBe(403)
    expectOk(await ana.call(confirmIdentity, { body: { password: PASSWORD } }))
    expectOk(await ana.call(getGoogleLinkUrl, {}))
  })

  test('a Google account can be linked through the URL that the API returns', async () => {
    const ana = await shop.creator()
    const { authURL } = expectOk(await ana.call(getGoogleLinkUrl, {}))
    const callbackUrl = await chooseGoogleAccount(ana, authURL, { email })
    expect(await followGoogleCallback(ana, callbackUrl)).toBe('/dashboard/security?google=linked')
    const { events } = expectOk(await ana.call(listSecurityEvents, {}))
    expect(events[0]).toMatchObject({ kind: 'google_linked' })
  })

  test.each([
    ['that is linked to another account', { email }, 'taken'],
    [
      'with an unverified address',
      { email: 'other@gmail.example', verified: false },
      'unverified_email',
    ],
    ['after cancelling at Google', { email, decision: 'deny' as const }, 'denied'],
  ])('linking a Google account %s is rejected', async (_, choice, outcome) => {
    await signInWithGoogle(shop.visitor(), { email })
    const eva = await shop.creator('eva@mail.test')
    expect(await signInWithGoogle(eva, choice, LINK)).toBe(`/dashboard/security?google=${outcome}`)
    expect(await linkedIdentities()).toHaveLength(1)
  })

  test('linking that started in one session cannot be completed in another', async () => {
    const ana = await shop.creator('ana@mail.test')
    const callbackUrl = await chooseGoogleAccount(ana, await startGoogleSignIn(ana, LINK), {
      email,
    })
    await ana.call(login, { body: { email: 'ana@mail.test', password: PASSWORD } })
    expect(await followGoogleCallback(ana, callbackUrl)).toBe('/dashboard/security?google=failed')
    expect(await linkedIdentities()).toEqual([])
  })

  test('linking cannot start from a page of another site', async () => {
    const ana = await shop.creator()
    const reply = await ana.request(LINK, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([reply.status, await reply.json()]).toMatchObject([
      403,
      { code: 'ERROR_CROSS_SITE_REQUEST' },
    ])
  })

  test('a Google account can be unlinked only if the account has a password', async () => {
    const ana = await shop.creator()
    await signInWithGoogle(ana, { email }, LINK)
    const hash = (await accounts())[0]!.hash
    await shop.db.update(users).set({ passwordHash: null })
    expect(await ana.call(unlinkGoogle, {})).toMatchObject({
      status: 409,
      code: 'ERROR_USER_NOT_AUTHORIZED',
    })
    expect(await linkedIdentities()).toHaveLength(1)

    await shop.db.update(users).set({ passwordHash: hash })
    expect(await ana.call(unlinkGoogle, {})).toMatchObject({ status: 204 })
    expect(await linkedIdentities()).toEqual([])
  })
})
