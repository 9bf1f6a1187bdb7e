import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPasswordByToken } from '#contract/accounts/passwords.ts'
import { getEmailLink, register, verifyWithPassword } from '#contract/accounts/registration.ts'
import { login } from '#contract/accounts/sessions.ts'
import { confirmEmailChange, getUser, requestEmailChange } from '#contract/accounts/user.ts'
import { accountTokens, devices, identities, users } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' }, { google: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const EMAIL = 'ana@mail.test'
const NEW_EMAIL = 'ana.nueva@mail.test'
const NEW_PASSWORD = 'Otra-Clave-77'

/** Registers an account in a browser, and returns the token that its owner gets by email. */
async function registerIn(browser: ApiClient): Promise<string> {
  const body = { email: EMAIL, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await browser.call(register, { body }))
  return shop.waitForLinkToken(EMAIL, 'verify')
}

const requestChange = async (browser: ApiClient) => {
  expectOk(
    await browser.call(requestEmailChange, { body: { newEmail: NEW_EMAIL, password: PASSWORD } }),
  )
  return shop.waitForLinkToken(NEW_EMAIL, 'confirm-email-change')
}
const describeLink = async (browser: ApiClient, token: string) =>
  expectOk(await browser.call(getEmailLink, { params: { token } }))
const logIn = (password: string, email = EMAIL) =>
  shop.visitor().call(login, { body: { email, password } })
const findAna = async () => (await shop.db.select().from(users))[0]!

describe('the page of an emailed link', () => {
  test('the page of an emailed link acts on load only in the browser that registered the account', async () => {
    const ana = shop.visitor()
    const token = await registerIn(ana)

    expect(await describeLink(ana, token)).toEqual({ actsOnLoad: true, hasPassword: true })
    expect(await describeLink(shop.visitor(), token)).toEqual({
      actsOnLoad: false,
      hasPassword: true,
    })
  })

  test('the page of an emailed link does not act on load in a browser that registered another account', async () => {
    const eva = shop.visitor()
    const body = { password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
    expectOk(await eva.call(register, { body: { ...body, email: 'eva@mail.test' } }))

    expect(await describeLink(eva, await registerIn(shop.visitor()))).toMatchObject({
      actsOnLoad: false,
    })
  })

  test('the page of an emailed link acts on load in the browser that requested the email change, also after signing out', async () => {
    const ana = await shop.creator(EMAIL)
    const token = await requestChange(ana)
    expect(await describeLink(ana, token)).toMatchObject({ actsOnLoad: true })
    expect(await describeLink(await shop.creator('eva@mail.test'), token)).toMatchObject({
      actsOnLoad: false,
    })

    for (const name of ana.cookies.keys()) if (name.includes('session')) ana.cookies.delete(name)

    expect(await describeLink(ana, token)).toMatchObject({ actsOnLoad: true })
    expect(await describeLink(shop.visitor(), token)).toMatchObject({ actsOnLoad: false })
  })

  test('the page of an emailed link acts on load if the link does not work, so that the call says why', async () => {
    expect(await describeLink(shop.visitor(), 'nothing')).toMatchObject({ actsOnLoad: true })
  })
})

describe('a verification in a browser that did not register the account', () => {
  test('a verification in another browser needs the password of the registration, and a wrong one does not use up the link', async () => {
    const token = await registerIn(shop.visitor())
    const verify = (password: string) =>
      shop.visitor().call(verifyWithPassword, { params: { token }, body: { password } })

    expect(await verify('Kiosko-2027')).toMatchObject({
      status: 400,
      code: 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    })
    expect((await findAna()).verifiedAt).toBeNull()
    expect(await verify(PASSWORD)).toMatchObject({ status: 204 })

    expect(await logIn(PASSWORD)).toMatchObject({ ok: true })
    expect(await verify(PASSWORD)).toMatchObject({ code: 'ERROR_USER_ALREADY_VERIFIED' })
  })

  test('a verification in another browser slows down guesses of the password', async () => {
    const token = await registerIn(shop.visitor())
    const browser = shop.visitor()
    const guess = (n: number) =>
      browser.call(verifyWithPassword, {
        params: { token },
        body: { password: `Kiosko-${3000 + n}` },
      })

    const replies = []
    for (let n = 0; n < 12; n += 1) replies.push((await guess(n)).status)

    expect(replies.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 400))
    expect(replies.at(-1)).toBe(429)
  })

  test("a verification in another browser removes a stranger's password if the owner of the address chooses a new one", async () => {
    const token = await registerIn(shop.visitor())
    const choose = (password: string) =>
      shop.visitor().call(setPasswordByToken, { body: { token, password } })

    expect(await choose(NEW_PASSWORD)).toMatchObject({ status: 204 })

    expect(await logIn(PASSWORD)).toMatchObject({ code: 'ERROR_AUTH_USER_NOT_AUTHORIZED' })
    expect(await logIn(NEW_PASSWORD)).toMatchObject({ ok: true })
    expect(await choose('Tercera-Clave-7')).toMatchObject({
      code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
    })
  })

  test('a verification in another browser does not set the password of an account that is verified already', async () => {
    const token = await registerIn(shop.visitor())
    await shop.db.update(users).set({ verifiedAt: new Date() }).where(eq(users.email, EMAIL))

    expect(
      await shop.visitor().call(setPasswordByToken, { body: { token, password: NEW_PASSWORD } }),
    ).toMatchObject({ code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
    expect(await shop.db.$count(accountTokens, eq(accountTokens.purpose, 'set'))).toBe(0)
  })
})

describe('a confirmed change of email', () => {
  test('a confirmed change of email removes the devices and the Google accounts that belong to the old address', async () => {
    const ana = await shop.creator(EMAIL)
    expectOk(await shop.visitor().call(login, { body: { email: EMAIL, password: PASSWORD } }))
    const { id } = await findAna()
    await shop.db.insert(identities).values({
      userId: id,
      provider: 'google',
      issuer: 'https://google.test',
      subject: 'stranger',
      email: EMAIL,
      emailVerified: true,
    })
    expect(await shop.db.$count(devices, eq(devices.userId, id))).toBe(2)

    const token = await requestChange(ana)
    expectOk(await ana.call(confirmEmailChange, { params: { token } }))

    expect(await shop.db.$count(identities)).toBe(0)
    expect(await shop.db.$count(devices, eq(devices.userId, id))).toBe(1)
    expect(await describeLink(ana, 'nothing')).toMatchObject({ actsOnLoad: true })
    expect(expectOk(await ana.call(getUser, {})).email).toBe(NEW_EMAIL)
    expect((await shop.waitForMail(NEW_EMAIL, /Google/)).text).toContain(EMAIL)
  })

  test('a confirmed change of email keeps a Google account of the new address', async () => {
    const ana = await shop.creator(EMAIL)
    const { id } = await findAna()
    await signInWithGoogle(shop.visitor(), { email: NEW_EMAIL })
    const [account] = await shop.db.select().from(users).where(eq(users.email, NEW_EMAIL))
    await shop.db.update(identities).set({ userId: id })
    await shop.db.delete(users).where(eq(users.id, account!.id))

    const token = await requestChange(ana)
    expectOk(await ana.call(confirmEmailChange, { params: { token } }))

    expect(await shop.db.$count(identities)).toBe(1)
  })
})
