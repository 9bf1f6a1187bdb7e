import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { getUser, updateUser } from '#contract/accounts/user.ts'
import { LoginForm, login, logout } from '#contract/accounts/sessions.ts'
import { register, resendVerification, verifyAccount } from '#contract/accounts/registration.ts'
import { issueText } from '#messages/issues'
import { sessions, users } from '#server/db/schema/index.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const form = {
  email: 'ana@mail.test',
  password: PASSWORD,
  confirm_password: PASSWORD,
  tyc: true as const,
}
const tokenIn = (text: string) => /\/verify\/([\w-]+)/.exec(text)![1]!

describe('registration', () => {
  test('a visitor registers with a form and verifies the account with the emailed link', async () => {
    const ana = shop.visitor()
    expect(
      await ana.call(register, { body: { ...form, email: '  ANA@Mail.test ' } }),
    ).toMatchObject({ status: 201, body: { email: 'ana@mail.test' } })
    expect(await ana.call(login, { body: form })).toMatchObject({
      status: 403,
      code: 'ERROR_AUTH_USER_NOT_VERIFIED',
    })
    const mail = await shop.waitForMail('ana@mail.test')
    expect(mail.text).toContain(`${shop.origin}/verify/`)

    expect(await ana.call(verifyAccount, { params: { token: tokenIn(mail.text) } })).toMatchObject({
      status: 204,
    })

    expect(await ana.call(login, { body: form })).toMatchObject({ status: 200 })
    expect(await ana.call(getUser, {})).toMatchObject({
      body: {
        email: 'ana@mail.test',
        roles: ['user'],
        isVerified: true,
        hasPassword: true,
        mercadoPagoAuth: false,
      },
    })
  })

  test('the verification email is in the language of the request', async () => {
    await shop.visitor({ 'accept-language': 'en-US,en;q=0.9' }).call(register, { body: form })
    expect((await shop.waitForMail('ana@mail.test')).subject).toContain('Confirm your email')
  })

  test('registration only one of 20 simultaneous registrations of an address succeeds, whatever its letter case', async () => {
    const spellings = ['ana@mail.test', ' ANA@mail.test', 'Ana@Mail.Test ', 'aNa@mail.TEST']
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        shop.visitor().call(register, { body: { ...form, email: spellings[index % 4]! } }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_AUTH_USER_ALREADY_EXISTS')).toHaveLength(19)
    expect(await shop.db.select().from(users)).toHaveLength(1)
  })

  test.each([
    [{ email: 'ana@' }, 'email'],
    [{ email: `${'a'.repeat(42)}@mail.test` }, 'email'],
    [{ password: 'Kios-1', confirm_password: 'Kios-1' }, 'password'],
    [
      { password: `Kiosko-1${'x'.repeat(17)}`, confirm_password: `Kiosko-1${'x'.repeat(17)}` },
      'password',
    ],
    [{ password: 'kiosko-2026', confirm_password: 'kiosko-2026' }, 'password'],
    [{ password: 'Kiosko2026', confirm_password: 'Kiosko2026' }, 'password'],
    [{ confirm_password: 'Kiosko-2027' }, 'confirm_password'],
    [{ tyc: false as never }, 'tyc'],
  ])('registration with %o is rejected at the field %s', async (invalidFields, path) => {
    const answer = await shop.visitor().call(register, { body: { ...form, ...invalidFields } })
    expect(answer).toMatchObject({
      status: 400,
      code: 'ERROR_AUTH_INVALID_USER_DATA',
      issues: [{ path }],
    })
    expect(await shop.db.select().from(users)).toEqual([])
  })
})

describe('verification link', () => {
  test('a verification link works for only one of ten simultaneous requests', async () => {
    await shop.visitor().call(register, { body: form })
    const token = tokenIn((await shop.waitForMail('ana@mail.test')).text)

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.visitor().call(verifyAccount, { params: { token } })),
    )

    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'ERROR_USER_ALREADY_VERIFIED')).toHaveLength(9)
  })

  test('a new verification link revokes the old one, and the response does not reveal whether an address exists', async () => {
    const ana = shop.visitor()
    await ana.call(register, { body: form })
    const oldToken = tokenIn((await shop.waitForMail('ana@mail.test')).text)
    expect(await ana.call(resendVerification, { body: { email: form.email } })).toMatchObject({
      status: 202,
    })
    expect(
      await ana.call(resendVerification, { body: { email: 'nobody@mail.test' } }),
    ).toMatchObject({ status: 202 })
    await expect.poll(async () => (await shop.listMails('ana@mail.test')).length).toBe(2)

    expect(await ana.call(verifyAccount, { params: { token: oldToken } })).toMatchObject({
      status: 400,
      code: 'ERROR_MISSING_OR_EXPIRED_TOKEN',
    })
    expect(await shop.listMails('nobody@mail.test')).toEqual([])
  })
})

describe('login', () => {
  test.each([
    [
      'a wrong password',
      { email: 'ana@mail.test', password: 'Kiosko-2027' },
      401,
      'ERROR_AUTH_USER_NOT_AUTHORIZED',
    ],
    [
      'an unknown address',
      { email: 'eva@mail.test', password: PASSWORD },
      401,
      'ERROR_AUTH_USER_NOT_AUTHORIZED',
    ],
    [
      'a malformed address',
      { email: 'ana', password: PASSWORD },
      401,
      'ERROR_AUTH_USER_NOT_AUTHORIZED',
    ],
    ['no password', { email: 'ana@mail.test' }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    ['no address', { password: PASSWORD }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
  ])('login with %s is rejected', async (_, body, status, code) => {
    await shop.creator('ana@mail.test')
    expect(await shop.visitor().call(login, { body })).toMatchObject({ status, code })
  })

  test('login replaces the session of the browser, and only a hash of its token is stored', async () => {
    const ana = await shop.creator('ana@mail.test')
    const before = [...ana.cookies.values()]
    await ana.call(login, { body: { email: 'ana@mail.test', password: PASSWORD } })

    const stored = await shop.db.select().from(sessions)
    expect(stored).toHaveLength(1)
    expect([...ana.cookies.values()]).not.toEqual(before)
    for (const cookie of [...before, ...ana.cookies.values()])
      expect(JSON.stringify(stored)).not.toContain(`"${cookie}"`)
  })

  test('logout invalidates a stolen session cookie', async () => {
    const ana = await shop.creator()
    const thief = shop.visitor()
    for (const [name, value] of ana.cookies) thief.cookies.set(name, value)
    expect(await thief.call(getUser, {})).toMatchObject({ ok: true })

    expect(await ana.call(logout, {})).toMatchObject({ status: 204 })

    expect(await thief.call(getUser, {})).toMatchObject({
      status: 401,
      code: 'ERROR_USER_NOT_AUTHORIZED',
    })
  })

  test('login sets the language cookie to the language of the account', async () => {
    const ana = await shop.creator('ana@mail.test')
    await ana.call(updateUser, { body: { languagePreference: 'EN' } })
    const otherBrowser = shop.visitor()

    await otherBrowser.call(login, { body: { email: 'ana@mail.test', password: PASSWORD } })

    expect(otherBrowser.cookies.get('lang')).toBe('en')
  })
})

describe('weak password', () => {
  test.each([
    ['Password1!', 'issue_password_common'],
    ['P@ssw0rd', 'issue_password_common'],
    ['Qwerty-123', 'issue_password_common'],
    ['Contrasena-1', 'issue_password_common'],
    ['Bea.luz@mail.test1', 'issue_password_email'],
  ])('registration with the password %s is rejected with %s', async (password, key) => {
    const body = { ...form, email: 'bea.luz@mail.test', password, confirm_password: password }
    expect(await shop.visitor().call(register, { body })).toMatchObject({
      status: 400,
      code: 'ERROR_AUTH_INVALID_USER_DATA',
      issues: [{ path: 'password', message: issueText(key, 'es') }],
    })
  })
})

describe('login body', () => {
  test.each([
    [{ email: 'ana@mail.test', password: PASSWORD }, 200, undefined],
    [{ email: ' ANA@mail.test ', password: ` ${PASSWORD} ` }, 200, undefined],
    [{ email: 'ana@mail.test', password: 'x' }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana@mail.test', password: 'x'.repeat(500) }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana', password: PASSWORD }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana@mail.test', password: '  ' }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{ email: '', password: PASSWORD }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{}, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{ email: 7, password: PASSWORD }, 400, 'INVALID_DATA'],
  ])('login with %j answers %d %s', async (body, status, code) => {
    await shop.creator('ana@mail.test')
    const answer = await shop.visitor().call(login, { body } as never)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(await shop.db.$count(users)).toBeGreaterThan(0)
  })

  test.each([
    ['an empty password', ''],
    ['too short a password', 'Tinta-7'],
    ['too long a password', `Tinta-7${'x'.repeat(18)}`],
  ])('the login form rejects %s before it is sent', (_, password) =>
    expect(z.safeParse(LoginForm, { email: 'a@b.co', password }).success).toBe(false),
  )
})
