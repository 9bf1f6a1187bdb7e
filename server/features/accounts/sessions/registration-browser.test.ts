import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { login } from '#contract/accounts/sessions.ts'
import { register, resendVerification, verifyAccount } from '#contract/accounts/registration.ts'
import { getUser } from '#contract/accounts/user.ts'
import { users } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const EMAIL = 'ana@mail.test'

async function registerIn(browser: ApiClient, email = EMAIL): Promise<string> {
  const body = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await browser.call(register, { body }))
  return tokenIn((await shop.waitForMail(email)).text)
}

const tokenIn = (text: string) => /\/verify\/([\w-]+)/.exec(text)![1]!
const verifyIn = async (browser: ApiClient, token: string) =>
  expect(await browser.call(verifyAccount, { params: { token } })).toMatchObject({ status: 204 })
const emailIn = async (browser: ApiClient) => {
  const reply = await browser.call(getUser, {})
  return reply.ok ? reply.body.email : reply.status
}

describe('the verification of an account', () => {
  test('the verification of an account signs in the browser that registered it', async () => {
    const ana = shop.visitor()
    const token = await registerIn(ana)
    expect(await emailIn(ana)).toBe(401)

    await verifyIn(ana, token)

    expect(await emailIn(ana)).toBe(EMAIL)
  })

  test('the verification of an account signs no other browser in', async () => {
    const ana = shop.visitor()
    const phone = shop.visitor()
    const token = await registerIn(ana)

    await verifyIn(phone, token)

    expect([await emailIn(phone), await emailIn(ana)]).toEqual([401, 401])
  })

  test('the verification of an account signs a browser in only to the account that it registered', async () => {
    const ana = shop.visitor()
    const eva = shop.visitor()
    const token = await registerIn(ana)
    await registerIn(eva, 'eva@mail.test')

    await verifyIn(eva, token)

    expect(await emailIn(eva)).toBe(401)
  })

  test('the verification of an account keeps the session of a user who is signed in to another account', async () => {
    const ana = shop.visitor()
    const token = await registerIn(ana)
    const eva = await shop.creator()
    const evasEmail = await emailIn(eva)
    for (const [name, value] of ana.cookies)
      if (name.includes('registration')) eva.cookies.set(name, value)

    await verifyIn(eva, token)

    expect(await emailIn(eva)).toBe(evasEmail)
  })

  test('the verification of an account also signs in with the link of a second email', async () => {
    const ana = shop.visitor()
    await registerIn(ana)
    expectOk(await ana.call(resendVerification, { body: { email: EMAIL } }))
    await shop.waitForJobs()
    const mails = await shop.listMails(EMAIL)
    expect(mails).toHaveLength(2)
    // Only the link of the newest email is valid.
    const replies = []
    for (const { text } of mails)
      replies.push(await ana.call(verifyAccount, { params: { token: tokenIn(text) } }))

    expect(replies.map(({ status }) => status)).toContain(204)
    expect(await emailIn(ana)).toBe(EMAIL)
  })

  test('the verification of an account does not sign in to a suspended account', async () => {
    const ana = shop.visitor()
    const token = await registerIn(ana)
    await shop.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.email, EMAIL))

    await verifyIn(ana, token)

    expect(await emailIn(ana)).toBe(401)
    expect(await ana.call(login, { body: { email: EMAIL, password: PASSWORD } })).toMatchObject({
      code: 'ERROR_USER_SUSPENDED',
    })
  })
})
