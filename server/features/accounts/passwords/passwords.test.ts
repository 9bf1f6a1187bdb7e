import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  changePassword,
  recoverPassword,
  resetPassword,
  setPassword,
  setPasswordByToken,
} from '#contract/accounts/passwords.ts'
import { getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { accountTokens, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const NEW = 'Otra-Clave-77'
const email = 'ana@mail.test'

/** Asks for a link and waits for its mail. */
async function recover(address = email, screen: 'reset' | 'set' = 'reset'): Promise<string> {
  const answer = await shop.visitor().call(recoverPassword, { body: { email: address } })
  expect(answer).toMatchObject({ status: 202 })
  return shop.tokenFor(address, screen)
}

const reset = (token: string, password = NEW) =>
  shop.visitor().call(resetPassword, { body: { token, password, confirm_password: password } })
const opens = async (password: string) =>
  (await shop.visitor().call(login, { body: { email, password } })).ok
const hashOf = async () =>
  (await shop.db.select().from(users).where(eq(users.email, email)))[0]!.passwordHash
const forgetPassword = () => shop.db.update(users).set({ passwordHash: null })

describe('a forgotten password', () => {
  test('is replaced by a link, every session ends, and a mail says so', async () => {
    const ana = await shop.creator(email)

    expect(await reset(await recover())).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await opens(PASSWORD)).toBe(false)
    expect(await opens(NEW)).toBe(true)
    const mail = await shop.mailTo(email, /Cambió tu contraseña/)
    expect(mail.text).toContain(`${shop.origin}/recover`)
  })

  test('the answer is the same for an address that nobody has, and no mail goes out', async () => {
    const answer = await shop.visitor().call(recoverPassword, { body: { email: 'eva@mail.test' } })
    expect(answer).toMatchObject({ ok: true, status: 202 })
    await shop.workDone()
    expect(await shop.mailsTo('eva@mail.test')).toEqual([])
  })

  test('is nothing for somebody who is signed in', async () => {
    const ana = await shop.creator(email)
    expect(await ana.call(recoverPassword, { body: { email } })).toMatchObject({
      status: 403,
      code: 'ERROR_PASSWORD_RECOVER_AUTHENTICATED',
    })
  })

  test('more than five links in ten minutes are not mailed, without saying so', async () => {
    const own = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
    await own.creator(email)
    for (let index = 0; index < 7; index += 1)
      expect(await own.visitor().call(recoverPassword, { body: { email } })).toMatchObject({
        status: 202,
      })
    await own.workDone()
    const links = (await own.mailsTo(email)).filter(({ text }) => text.includes('/reset/'))
    expect(links).toHaveLength(5)
    await own.close()
  })

  test('its link proves an address that was never verified', async () => {
    const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
    await shop.visitor().call(register, { body: form })
    await reset(await recover())
    expect(await opens(NEW)).toBe(true)
  })

  test('of an account without one, the link leads to /set', async () => {
    await shop.creator(email)
    await forgetPassword()
    const token = await recover(email, 'set')
    expect(
      await shop.visitor().call(setPasswordByToken, { body: { token, password: NEW } }),
    ).toMatchObject({ status: 204 })
    expect(await opens(NEW)).toBe(true)
  })
})

describe('a link to choose a password', () => {
  test('works once among ten people at the same moment', async () => {
    await shop.creator(email)
    const token = await recover()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(token, `Otra-Clave-7${index}`)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_INVALID_OR_EXPIRED_TOKEN')).toHaveLength(9)
  })

  const verifyToken = () => shop.tokenFor(email, 'verify')
  test.each([
    [
      'was used',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        await reset(token, 'Primera-Clave-1')
        return token
      },
    ],
    [
      'is over its hour',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        await shop.db.update(accountTokens).set({ expiresAt: sql`now() - interval '1 second'` })
        return token
      },
    ],
    [
      'was followed by a newer one',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        await shop.visitor().call(recoverPassword, { body: { email } })
        await expect.poll(() => recover()).not.toBe(token)
        return token
      },
    ],
    [
      'was edited',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        return token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
      },
    ],
    ['is of another purpose', 'ERROR_INVALID_OR_EXPIRED_TOKEN', verifyToken],
    ['is empty', 'ERROR_MISSING_TOKEN_OR_PASSWORD', () => Promise.resolve('')],
  ])('that %s changes nothing', async (_, code, token) => {
    await shop.creator(email)
    const given = await token()
    const before = await hashOf()
    expect(await reset(given)).toMatchObject({ status: 400, code })
    expect(await hashOf()).toBe(before)
  })

  test('to reset does not set, and the other way round', async () => {
    await shop.creator(email)
    const token = await recover()
    expect(
      await shop.visitor().call(setPasswordByToken, { body: { token, password: NEW } }),
    ).toMatchObject({ status: 400, code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
  })

  test.each([
    ['the one before', PASSWORD, 'ERROR_AUTH_PASSWORD_REUSE'],
    ['one that everybody tries', 'Password123!', 'INVALID_DATA'],
    ['nothing', '', 'ERROR_MISSING_TOKEN_OR_PASSWORD'],
  ])('with %s is refused and still good', async (_, password, code) => {
    await shop.creator(email)
    const token = await recover()
    expect(await reset(token, password)).toMatchObject({ status: 400, code })
    expect(await reset(token)).toMatchObject({ status: 204 })
  })

  test('with two different passwords is refused at the second', async () => {
    await shop.creator(email)
    const token = await recover()
    expect(
      await shop.visitor().call(resetPassword, {
        body: { token, password: NEW, confirm_password: PASSWORD },
      }),
    ).toMatchObject({ status: 400, code: 'INVALID_DATA', issues: [{ path: 'confirm_password' }] })
  })

  test('is void once the password changed in another way', async () => {
    const ana = await shop.creator(email)
    const token = await recover()
    await ana.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW } })
    expect(await reset(token, 'Tercera-Clave-3')).toMatchObject({
      code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
    })
  })
})

describe('changing a password', () => {
  test('ends every other session, keeps this one, and a mail says so', async () => {
    const ana = await shop.creator(email)
    const elsewhere = shop.visitor()
    await elsewhere.call(login, { body: { email, password: PASSWORD } })

    expect(
      await ana.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW } }),
    ).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ status: 200 })
    expect(await elsewhere.call(getUser, {})).toMatchObject({ status: 401 })
    expect([await opens(PASSWORD), await opens(NEW)]).toEqual([false, true])
    await shop.mailTo(email, /Cambió tu contraseña/)
  })

  test.each([
    ['a wrong current one', 'Kiosko-2027', NEW, 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD'],
    ['the same one', PASSWORD, PASSWORD, 'ERROR_AUTH_PASSWORD_REUSE'],
    ['one that everybody tries', PASSWORD, 'Qwerty-2024', 'INVALID_DATA'],
    ['their own email', PASSWORD, 'Ana@mail.test1', 'INVALID_DATA'],
  ])('with %s is refused', async (_, currentPassword, newPassword, code) => {
    const ana = await shop.creator(email)
    const before = await hashOf()
    expect(
      await ana.call(changePassword, { body: { currentPassword, newPassword } }),
    ).toMatchObject({ status: 400, code })
    expect(await hashOf()).toBe(before)
  })

  test('guessing the current one from a stolen session is slowed down', async () => {
    const own = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
    const thief = await own.creator(email)
    const guess = () =>
      thief.call(changePassword, { body: { currentPassword: 'Kiosko-0000', newPassword: NEW } })
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await guess())
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect(answers[10]).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    await own.close()
  })

  test('a first one is set by a session, once', async () => {
    const ana = await shop.creator(email)
    await forgetPassword()
    const set = () => ana.call(setPassword, { body: { password: NEW } })
    expect(await set()).toMatchObject({ status: 204 })
    expect(await set()).toMatchObject({ status: 409, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await opens(NEW)).toBe(true)
  })
})

test('a verification link is told apart by why it does not work', async () => {
  const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  await shop.visitor().call(register, { body: form })
  const token = await shop.tokenFor(email, 'verify')
  const verify = (given: string) => shop.visitor().call(verifyAccount, { params: { token: given } })

  expect(await verify(`${token}x`)).toMatchObject({
    status: 400,
    code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
  })
  await shop.db.update(accountTokens).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await verify(token)).toMatchObject({ code: 'ERROR_MISSING_OR_EXPIRED_TOKEN' })
  await shop.db.update(accountTokens).set({ expiresAt: sql`now() + interval '1 hour'` })
  expect(await verify(token)).toMatchObject({ status: 204 })
  expect(await verify(token)).toMatchObject({ status: 409, code: 'ERROR_USER_ALREADY_VERIFIED' })
})
