import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
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
import { createToken } from '../email-tokens.ts'
import { PASSWORD, createTestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const NEW_PASSWORD = 'Otra-Clave-77'
const email = 'ana@mail.test'

/**
 * Requests a link to choose a password, and waits for the email.
 * @returns the token in the emailed link
 */
async function recover(address = email, screen: 'reset' | 'set' = 'reset'): Promise<string> {
  const answer = await shop.visitor().call(recoverPassword, { body: { email: address } })
  expect(answer).toMatchObject({ status: 202 })
  return shop.waitForLinkToken(address, screen)
}

const reset = (token: string, password = NEW_PASSWORD) =>
  shop.visitor().call(resetPassword, { body: { token, password, confirm_password: password } })
const canLogIn = async (password: string) =>
  (await shop.visitor().call(login, { body: { email, password } })).ok
const hashOf = async () =>
  (await shop.db.select().from(users).where(eq(users.email, email)))[0]!.passwordHash
const removePassword = () => shop.db.update(users).set({ passwordHash: null })

describe('password recovery', () => {
  test('resetting the password by link ends all sessions and emails the owner', async () => {
    const ana = await shop.creator(email)

    expect(await reset(await recover())).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
    expect(await canLogIn(PASSWORD)).toBe(false)
    expect(await canLogIn(NEW_PASSWORD)).toBe(true)
    const mail = await shop.waitForMail(email, /Cambió tu contraseña/)
    expect(mail.text).toContain(`${shop.origin}/recover`)
  })

  test('password recovery answers the same for an unknown address, and sends no email', async () => {
    const answer = await shop.visitor().call(recoverPassword, { body: { email: 'eva@mail.test' } })
    expect(answer).toMatchObject({ ok: true, status: 202 })
    await shop.waitForJobs()
    expect(await shop.listMails('eva@mail.test')).toEqual([])
  })

  test('password recovery is rejected for a signed-in user', async () => {
    const ana = await shop.creator(email)
    expect(await ana.call(recoverPassword, { body: { email } })).toMatchObject({
      status: 403,
      code: 'ERROR_PASSWORD_RECOVER_AUTHENTICATED',
    })
  })

  test('recovery emails are sent to an address at most twice in an hour, without an error', async () => {
    const otherApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
    await otherApp.creator(email)
    for (let index = 0; index < 7; index += 1)
      expect(await otherApp.visitor().call(recoverPassword, { body: { email } })).toMatchObject({
        status: 202,
      })
    await otherApp.waitForJobs()
    const recoveryEmails = (await otherApp.listMails(email)).filter(({ text }) =>
      text.includes('/reset/'),
    )
    expect(recoveryEmails).toHaveLength(2)
    await otherApp.close()
  })

  test('resetting the password also verifies the address of the account', async () => {
    const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
    await shop.visitor().call(register, { body: form })
    await reset(await recover())
    expect(await canLogIn(NEW_PASSWORD)).toBe(true)
  })

  test('the recovery link of an account without a password opens /set', async () => {
    await shop.creator(email)
    await removePassword()
    const token = await recover(email, 'set')
    expect(
      await shop.visitor().call(setPasswordByToken, { body: { token, password: NEW_PASSWORD } }),
    ).toMatchObject({ status: 204 })
    expect(await canLogIn(NEW_PASSWORD)).toBe(true)
  })
})

describe('password link', () => {
  test('a password link works for only one of ten simultaneous requests', async () => {
    await shop.creator(email)
    const token = await recover()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reset(token, `Otra-Clave-7${index}`)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_INVALID_OR_EXPIRED_TOKEN')).toHaveLength(9)
  })

  const verifyToken = async (userId: number) => createToken(shop.db, { userId, purpose: 'verify' })
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
      'has expired',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        await shop.db.update(accountTokens).set({ expiresAt: sql`now() - interval '1 second'` })
        return token
      },
    ],
    [
      'was replaced by a newer one',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        await shop.visitor().call(recoverPassword, { body: { email } })
        await expect.poll(() => recover()).not.toBe(token)
        return token
      },
    ],
    [
      'was altered',
      'ERROR_INVALID_OR_EXPIRED_TOKEN',
      async () => {
        const token = await recover()
        return token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
      },
    ],
    ['has another purpose', 'ERROR_INVALID_OR_EXPIRED_TOKEN', verifyToken],
    ['is an empty string', 'ERROR_MISSING_TOKEN_OR_PASSWORD', () => Promise.resolve('')],
  ])('a password token that %s does not change the password', async (_, code, prepareToken) => {
    const { id } = await shop.creator(email)
    const token = await prepareToken(id)
    const hashBefore = await hashOf()
    expect(await reset(token)).toMatchObject({ status: 400, code })
    expect(await hashOf()).toBe(hashBefore)
  })

  test('a token to reset a password cannot set a first password', async () => {
    await shop.creator(email)
    const token = await recover()
    expect(
      await shop.visitor().call(setPasswordByToken, { body: { token, password: NEW_PASSWORD } }),
    ).toMatchObject({ status: 400, code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' })
  })

  test.each([
    ['the current password', PASSWORD, 'ERROR_AUTH_PASSWORD_REUSE'],
    ['a common password', 'Password123!', 'INVALID_DATA'],
    ['an empty password', '', 'ERROR_MISSING_TOKEN_OR_PASSWORD'],
  ])('a password link rejects %s and can be used again', async (_, password, code) => {
    await shop.creator(email)
    const token = await recover()
    expect(await reset(token, password)).toMatchObject({ status: 400, code })
    expect(await reset(token)).toMatchObject({ status: 204 })
  })

  test('a password link rejects a confirmation that differs from the password', async () => {
    await shop.creator(email)
    const token = await recover()
    expect(
      await shop.visitor().call(resetPassword, {
        body: { token, password: NEW_PASSWORD, confirm_password: PASSWORD },
      }),
    ).toMatchObject({ status: 400, code: 'INVALID_DATA', issues: [{ path: 'confirm_password' }] })
  })

  test('changing the password revokes a password link', async () => {
    const ana = await shop.creator(email)
    const token = await recover()
    await ana.call(changePassword, {
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    })
    expect(await reset(token, 'Tercera-Clave-3')).toMatchObject({
      code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
    })
  })
})

describe('change of password', () => {
  test('changing the password ends all other sessions and emails the owner', async () => {
    const ana = await shop.creator(email)
    const otherBrowser = shop.visitor()
    await otherBrowser.call(login, { body: { email, password: PASSWORD } })

    expect(
      await ana.call(changePassword, {
        body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
      }),
    ).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ status: 200 })
    expect(await otherBrowser.call(getUser, {})).toMatchObject({ status: 401 })
    expect([await canLogIn(PASSWORD), await canLogIn(NEW_PASSWORD)]).toEqual([false, true])
    await shop.waitForMail(email, /Cambió tu contraseña/)
  })

  test.each([
    [
      'a wrong current password',
      'Kiosko-2027',
      NEW_PASSWORD,
      'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    ],
    ['the current password as the new one', PASSWORD, PASSWORD, 'ERROR_AUTH_PASSWORD_REUSE'],
    ['a common password', PASSWORD, 'Qwerty-2024', 'INVALID_DATA'],
    ['a password that contains the email', PASSWORD, 'Ana@mail.test1', 'INVALID_DATA'],
  ])('changing the password with %s is rejected', async (_, currentPassword, newPassword, code) => {
    const ana = await shop.creator(email)
    const hashBefore = await hashOf()
    expect(
      await ana.call(changePassword, { body: { currentPassword, newPassword } }),
    ).toMatchObject({ status: 400, code })
    expect(await hashOf()).toBe(hashBefore)
  })

  test('guessing the current password from a stolen session is throttled', async () => {
    const otherApp = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
    const thief = await otherApp.creator(email)
    const guess = () =>
      thief.call(changePassword, {
        body: { currentPassword: 'Kiosko-0000', newPassword: NEW_PASSWORD },
      })
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await guess())
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(400))
    expect(answers[10]).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    await otherApp.close()
  })

  test('a signed-in user can set the first password of an account only once', async () => {
    const ana = await shop.creator(email)
    await removePassword()
    const set = () => ana.call(setPassword, { body: { password: NEW_PASSWORD } })
    expect(await set()).toMatchObject({ status: 204 })
    expect(await set()).toMatchObject({ status: 409, code: 'ERROR_USER_NOT_AUTHORIZED' })
    expect(await canLogIn(NEW_PASSWORD)).toBe(true)
  })
})

test('a rejected verification link answers whether it is invalid, expired or already used', async () => {
  const form = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  await shop.visitor().call(register, { body: form })
  const token = await shop.waitForLinkToken(email, 'verify')
  const verify = (value: string) => shop.visitor().call(verifyAccount, { params: { token: value } })

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
