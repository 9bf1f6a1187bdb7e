import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestEmailChange, confirmEmailChange, getUser } from '#contract/accounts/user.ts'
import { changePassword } from '#contract/accounts/passwords.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register } from '#contract/accounts/registration.ts'
import { accountTokens, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const before = 'ana@mail.test'
const after = 'ana.nueva@mail.test'

type Ana = Awaited<ReturnType<TestApp['creator']>>

async function ask(ana: Ana, newEmail = after): Promise<string> {
  expect(
    await ana.call(requestEmailChange, { body: { newEmail, password: PASSWORD } }),
  ).toMatchObject({
    status: 202,
  })
  return shop.tokenFor(newEmail.trim().toLowerCase(), 'confirm-email-change')
}

const confirm = (token: string, person = shop.visitor()) =>
  person.call(confirmEmailChange, { params: { token } })
const emails = async () => (await shop.db.select().from(users)).map(({ email }) => email)

describe('another email', () => {
  test('holds once its link was followed; every other session ends, and the old address hears of it', async () => {
    const ana = await shop.creator(before)
    const elsewhere = shop.visitor()
    await elsewhere.call(login, { body: { email: before, password: PASSWORD } })

    const token = await ask(ana, ' ANA.nueva@mail.test')
    expect((await shop.mailTo(before, /está por cambiar/)).text).toContain(after)
    expect(await emails()).toEqual([before])

    expect(await confirm(token, ana)).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ body: { email: after } })
    expect(await elsewhere.call(getUser, {})).toMatchObject({ status: 401 })
    expect(
      await shop.visitor().call(login, { body: { email: before, password: PASSWORD } }),
    ).toMatchObject({ status: 401 })
    expect(
      await shop.visitor().call(login, { body: { email: after, password: PASSWORD } }),
    ).toMatchObject({ ok: true })
  })

  test('followed in a browser without a session, the link ends all of them', async () => {
    const ana = await shop.creator(before)
    await confirm(await ask(ana))
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('its link works once among ten people at the same moment', async () => {
    const token = await ask(await shop.creator(before))
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_MISSING_OR_EXPIRED_TOKEN')).toHaveLength(9)
    expect(await emails()).toEqual([after])
  })

  test.each([
    ['the same', before, PASSWORD, 400, 'ERROR_USER_EMAIL_SAME_AS_CURRENT'],
    [
      'the same in other letters',
      ' ANA@mail.test ',
      PASSWORD,
      400,
      'ERROR_USER_EMAIL_SAME_AS_CURRENT',
    ],
    [
      'one with a wrong password',
      after,
      'Kiosko-2027',
      400,
      'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    ],
    ['somebody else’s', 'eva@mail.test', PASSWORD, 409, 'ERROR_AUTH_USER_ALREADY_EXISTS'],
    ['a malformed one', 'ana@', PASSWORD, 400, 'INVALID_DATA'],
  ])('that is %s is refused', async (_, newEmail, password, status, code) => {
    const ana = await shop.creator(before)
    await shop.creator('eva@mail.test')
    expect(await ana.call(requestEmailChange, { body: { newEmail, password } })).toMatchObject({
      status,
      code,
    })
    expect(await shop.db.$count(accountTokens, eq(accountTokens.purpose, 'email_change'))).toBe(0)
  })

  test('that somebody took meanwhile is refused, and stays theirs', async () => {
    const token = await ask(await shop.creator(before))
    const form = {
      email: after,
      password: PASSWORD,
      confirm_password: PASSWORD,
      tyc: true as const,
    }
    await shop.visitor().call(register, { body: form })
    expect(await confirm(token)).toMatchObject({
      status: 409,
      code: 'ERROR_AUTH_USER_ALREADY_EXISTS',
    })
    expect((await emails()).sort()).toEqual([after, before].sort())
  })
})

describe('a link to confirm an email', () => {
  test.each([
    [
      'was used',
      async (ana: Ana) => {
        const token = await ask(ana)
        await confirm(token, ana)
        return token
      },
    ],
    [
      'is over its hour',
      async (ana: Ana) => {
        const token = await ask(ana)
        await shop.db.update(accountTokens).set({ expiresAt: sql`now() - interval '1 second'` })
        return token
      },
    ],
    [
      'was followed by a newer one',
      async (ana: Ana) => {
        const token = await ask(ana)
        await ask(ana, 'tercera@mail.test')
        return token
      },
    ],
    [
      'was overtaken by a new password',
      async (ana: Ana) => {
        const token = await ask(ana)
        const body = { currentPassword: PASSWORD, newPassword: 'Otra-Clave-77' }
        await ana.call(changePassword, { body })
        return token
      },
    ],
    ['was edited', async (ana: Ana) => `${await ask(ana)}x`],
    ['is of another purpose', () => shop.tokenFor(before, 'verify')],
  ])('that %s changes nothing', async (_, token) => {
    const ana = await shop.creator(before)
    const given = await token(ana)
    const held = await emails()
    expect(await confirm(given)).toMatchObject({
      status: 400,
      code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
    })
    expect(await emails()).toEqual(held)
  })
})
