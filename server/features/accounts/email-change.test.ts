import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { requestEmailChange, confirmEmailChange, getUser } from '#contract/accounts/user.ts'
import { changePassword } from '#contract/accounts/passwords.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register } from '#contract/accounts/registration.ts'
import { accountTokens, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp } from '#tools/test-app/test-app.ts'
import { createToken } from './email-tokens.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const oldEmail = 'ana@mail.test'
const newEmail = 'ana.nueva@mail.test'

type Ana = Awaited<ReturnType<TestApp['creator']>>

async function requestChange(ana: Ana, to = newEmail): Promise<string> {
  expect(
    await ana.call(requestEmailChange, { body: { newEmail: to, password: PASSWORD } }),
  ).toMatchObject({
    status: 202,
  })
  return shop.waitForLinkToken(to.trim().toLowerCase(), 'confirm-email-change')
}

const confirm = (token: string, person = shop.visitor()) =>
  person.call(confirmEmailChange, { params: { token } })
const emails = async () => (await shop.db.select().from(users)).map(({ email }) => email)

describe('change of email', () => {
  test('an email change warns the old address, and its confirmation ends all other sessions', async () => {
    const ana = await shop.creator(oldEmail)
    const otherBrowser = shop.visitor()
    await otherBrowser.call(login, { body: { email: oldEmail, password: PASSWORD } })

    const token = await requestChange(ana, ' ANA.nueva@mail.test')
    expect((await shop.waitForMail(oldEmail, /está por cambiar/)).text).toContain(newEmail)
    expect(await emails()).toEqual([oldEmail])

    expect(await confirm(token, ana)).toMatchObject({ status: 204 })

    expect(await ana.call(getUser, {})).toMatchObject({ body: { email: newEmail } })
    expect(await otherBrowser.call(getUser, {})).toMatchObject({ status: 401 })
    expect(
      await shop.visitor().call(login, { body: { email: oldEmail, password: PASSWORD } }),
    ).toMatchObject({ status: 401 })
    expect(
      await shop.visitor().call(login, { body: { email: newEmail, password: PASSWORD } }),
    ).toMatchObject({ ok: true })
  })

  test('confirming an email change in a browser without a session ends all sessions of the account', async () => {
    const ana = await shop.creator(oldEmail)
    await confirm(await requestChange(ana))
    expect(await ana.call(getUser, {})).toMatchObject({ status: 401 })
  })

  test('the confirmation link of an email change works for only one of ten simultaneous requests', async () => {
    const token = await requestChange(await shop.creator(oldEmail))
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_MISSING_OR_EXPIRED_TOKEN')).toHaveLength(9)
    expect(await emails()).toEqual([newEmail])
  })

  test.each([
    ['the current address', oldEmail, PASSWORD, 400, 'ERROR_USER_EMAIL_SAME_AS_CURRENT'],
    [
      'the current address in another letter case',
      ' ANA@mail.test ',
      PASSWORD,
      400,
      'ERROR_USER_EMAIL_SAME_AS_CURRENT',
    ],
    [
      'a new address and a wrong password',
      newEmail,
      'Kiosko-2027',
      400,
      'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    ],
    [
      'the address of another account',
      'eva@mail.test',
      PASSWORD,
      409,
      'ERROR_AUTH_USER_ALREADY_EXISTS',
    ],
    ['a malformed address', 'ana@', PASSWORD, 400, 'INVALID_DATA'],
  ])('changing the email to %s is rejected', async (_, requestedEmail, password, status, code) => {
    const ana = await shop.creator(oldEmail)
    await shop.creator('eva@mail.test')
    expect(
      await ana.call(requestEmailChange, { body: { newEmail: requestedEmail, password } }),
    ).toMatchObject({
      status,
      code,
    })
    expect(await shop.db.$count(accountTokens, eq(accountTokens.purpose, 'email_change'))).toBe(0)
  })

  test('an email change is rejected if another account has registered the address meanwhile', async () => {
    const token = await requestChange(await shop.creator(oldEmail))
    const form = {
      email: newEmail,
      password: PASSWORD,
      confirm_password: PASSWORD,
      tyc: true as const,
    }
    await shop.visitor().call(register, { body: form })
    expect(await confirm(token)).toMatchObject({
      status: 409,
      code: 'ERROR_AUTH_USER_ALREADY_EXISTS',
    })
    expect((await emails()).sort()).toEqual([newEmail, oldEmail].sort())
  })
})

describe('confirmation link of a change of email', () => {
  test.each([
    [
      'was used',
      async (ana: Ana) => {
        const token = await requestChange(ana)
        await confirm(token, ana)
        return token
      },
    ],
    [
      'has expired',
      async (ana: Ana) => {
        const token = await requestChange(ana)
        await shop.db.update(accountTokens).set({ expiresAt: sql`now() - interval '1 second'` })
        return token
      },
    ],
    [
      'was replaced by a newer one',
      async (ana: Ana) => {
        const token = await requestChange(ana)
        await requestChange(ana, 'tercera@mail.test')
        return token
      },
    ],
    [
      'was revoked by a change of password',
      async (ana: Ana) => {
        const token = await requestChange(ana)
        const body = { currentPassword: PASSWORD, newPassword: 'Otra-Clave-77' }
        await ana.call(changePassword, { body })
        return token
      },
    ],
    ['was altered', async (ana: Ana) => `${await requestChange(ana)}x`],
    [
      'has another purpose',
      ({ id }: Ana) => createToken(shop.db, { userId: id, purpose: 'verify' }),
    ],
  ])('a confirmation link that %s does not change the email', async (_, prepareToken) => {
    const ana = await shop.creator(oldEmail)
    const token = await prepareToken(ana)
    const emailsBefore = await emails()
    expect(await confirm(token)).toMatchObject({
      status: 400,
      code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
    })
    expect(await emails()).toEqual(emailsBefore)
  })
})
