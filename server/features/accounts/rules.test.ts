import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as passwords from '#contract/accounts/passwords.ts'
import * as registrationCalls from '#contract/accounts/registration.ts'
import * as sessions from '#contract/accounts/sessions.ts'
import * as user from '#contract/accounts/user.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { updateProfile } from '#contract/profiles.ts'
import { issueText } from '#messages/issues'
import { users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/**
 * Every rule of the accounts' fields at its boundaries. One table, two judges: the schema that a form is judged by
 * while it is typed, and the API that has the last word.
 */
let shop: TestApp
let ana: ApiClient & { email: string }
beforeAll(async () => {
  shop = await createTestApp()
  await shop.reset()
  ana = await shop.creator('ana@mail.test')
})
afterAll(() => shop.close())

const x = (length: number) => 'x'.repeat(length)
const A = 'issue_'
type Row = [value: unknown, verdict: string]

const EMAIL: Row[] = [
  ['b@c.co', 'ok'],
  [`  Bea@Mail.TEST  `, 'ok'],
  [`${x(40)}@mail.test`, 'ok'],
  [`${x(41)}@mail.test`, `${A}email_long`],
  ['', `${A}email_required`],
  ['   ', `${A}email_required`],
  [undefined, `${A}email_required`],
  [7, `${A}email_required`],
  ['bea', `${A}email_invalid`],
  ['bea@', `${A}email_invalid`],
  ['bea@mail', `${A}email_invalid`],
  ['@mail.test', `${A}email_invalid`],
  ['bea luz@mail.test', `${A}email_invalid`],
  ['bea@mail.test, eva@mail.test', `${A}email_invalid`],
  ['bea\u0000@mail.test', `${A}invalid`],
]

const CHOSEN: Row[] = [
  ['Tinta-7a', 'ok'],
  ['  Tinta-7a  ', 'ok'],
  [`Tinta-7${x(17)}`, 'ok'],
  ['Tinta-7', `${A}password_length`],
  [`Tinta-7${x(18)}`, `${A}password_length`],
  ['tinta-7a', `${A}password_rules`],
  ['TINTA-7A', `${A}password_rules`],
  ['Tinta-aa', `${A}password_rules`],
  ['Tinta77a', `${A}password_rules`],
  ['Tinta#7a', `${A}password_rules`],
  ...['@', '$', '!', '%', '*', '?', '&', '-', '_'].map((mark): Row => [`Tinta${mark}7a`, 'ok']),
  ['', `${A}password_required`],
  ['        ', `${A}password_required`],
  [undefined, `${A}password_required`],
  [12_345_678, `${A}password_required`],
]

const KNOWN: Row[] = [
  [PASSWORD, 'ok'],
  [` ${PASSWORD} `, 'ok'],
  ['Tinta-7', `${A}password_invalid`],
  [`Tinta-7${x(18)}`, `${A}password_invalid`],
  ['', `${A}password_required`],
  [undefined, `${A}password_required`],
]

const USERNAME: Row[] = [
  ['ana', 'ok'],
  [x(15), 'ok'],
  ['@ana7', 'ok'],
  [' ana ', 'ok'],
  ['an', `${A}username`],
  [x(16), `${A}username`],
  ['Ana', `${A}username`],
  ['ana luz', `${A}username`],
  ['ana_luz', `${A}username`],
  ['añá', `${A}username`],
  ['@@ana', `${A}username`],
  ['', `${A}username`],
  [undefined, `${A}username`],
]

interface Subject {
  name: string
  endpoint: Endpoint & { body: z.ZodMiniType }
  field: string
  /** A form that is right but for the field. */
  form: (value: unknown) => object
  rows: Row[]
  /** Of a refusal, where it is not the endpoint's own. */
  code?: ErrorCode
}

const registration = (value: object) => ({
  email: `${Math.random().toString(36).slice(2, 12)}@mail.test`,
  password: 'Tinta-2026',
  confirm_password: 'Tinta-2026',
  tyc: true,
  ...value,
})
const twice = (value: unknown) => ({ password: value, confirm_password: value })

const SUBJECTS: Subject[] = [
  {
    name: 'register: email',
    endpoint: registrationCalls.register,
    field: 'email',
    form: email => registration({ email }),
    rows: EMAIL,
  },
  {
    name: 'register: password',
    endpoint: registrationCalls.register,
    field: 'password',
    form: value => registration(twice(value)),
    rows: CHOSEN,
  },
  {
    name: 'register: confirm_password',
    endpoint: registrationCalls.register,
    field: 'confirm_password',
    form: confirm_password => registration({ confirm_password }),
    rows: [
      ['Tinta-2026', 'ok'],
      [' Tinta-2026 ', 'ok'],
      ['Tinta-2027', `${A}confirm_mismatch`],
      ['tinta-2026', `${A}confirm_mismatch`],
      ['', `${A}confirm_required`],
      [undefined, `${A}confirm_required`],
    ],
  },
  {
    name: 'register: tyc',
    endpoint: registrationCalls.register,
    field: 'tyc',
    form: tyc => registration({ tyc }),
    rows: [
      [true, 'ok'],
      [false, `${A}terms`],
      ['true', `${A}terms`],
      [undefined, `${A}terms`],
    ],
  },
  {
    name: 'recover: email',
    endpoint: passwords.recoverPassword,
    field: 'email',
    form: email => ({ email }),
    rows: EMAIL,
  },
  {
    name: 'resend: email',
    endpoint: registrationCalls.resendVerification,
    field: 'email',
    form: email => ({ email }),
    rows: EMAIL,
  },
  {
    name: 'change password: new',
    endpoint: passwords.changePassword,
    field: 'newPassword',
    form: newPassword => ({ currentPassword: 'Kiosko-0000', newPassword }),
    rows: CHOSEN,
  },
  {
    name: 'change password: current',
    endpoint: passwords.changePassword,
    field: 'currentPassword',
    form: currentPassword => ({ currentPassword, newPassword: PASSWORD }),
    rows: KNOWN,
  },
  {
    name: 'set password',
    endpoint: passwords.setPassword,
    field: 'password',
    form: password => ({ password }),
    rows: CHOSEN,
  },
  {
    name: 'reset by link: password',
    endpoint: passwords.resetPassword,
    field: 'password',
    form: value => ({ token: 'none', ...twice(value) }),
    rows: CHOSEN.filter(([, verdict]) => verdict !== `${A}password_required`),
  },
  {
    name: 'set by link: password',
    endpoint: passwords.setPasswordByToken,
    field: 'password',
    form: password => ({ token: 'none', password }),
    rows: CHOSEN.filter(([, verdict]) => verdict !== `${A}password_required`),
  },
  {
    name: 'change email: new',
    endpoint: user.requestEmailChange,
    field: 'newEmail',
    form: newEmail => ({ newEmail, password: 'Kiosko-0000' }),
    rows: EMAIL,
  },
  {
    name: 'change email: password',
    endpoint: user.requestEmailChange,
    field: 'password',
    form: password => ({ newEmail: 'ana@mail.test', password }),
    rows: KNOWN,
  },
  {
    name: 'close account: password',
    endpoint: user.deleteAccount,
    field: 'password',
    form: password => ({ password: password === PASSWORD ? 'Kiosko-0000' : password }),
    rows: KNOWN.filter(([value]) => value !== undefined && value !== ` ${PASSWORD} `),
  },
  {
    name: 'profile: username',
    code: 'ERROR_INVALID_USERNAME',
    endpoint: updateProfile,
    field: 'username',
    form: username => ({ username, bio: 'Hola' }),
    rows: USERNAME,
  },
]

/** The sentences as the API says them, by their keys. */
const sentence = (key: string) => issueText(key, 'es')

describe.each(SUBJECTS)('$name', ({ endpoint, field, form, rows, code }) => {
  test.each(rows)('%j: %s', async (value, verdict) => {
    const body = form(value)

    const read = z.safeParse(endpoint.body, body)
    expect(
      read.success ? 'ok' : read.error.issues.find(({ path }) => path[0] === field)?.message,
    ).toBe(verdict)

    const anonymous = endpoint.access === 'public'
    const person = anonymous ? shop.visitor() : ana
    const answer = await person.call(endpoint, { body })
    if (verdict === 'ok') {
      // Whatever else the call says to it, a wrong password or a link that is none: the field is right.
      expect(answer).not.toHaveProperty('issues')
      expect(answer.status).toBeLessThan(500)
    } else {
      expect(answer).toMatchObject({
        status: 400,
        code: code ?? endpoint.invalidBodyCode ?? 'INVALID_DATA',
      })
      const issues = (answer as { issues: { path: string; message: string }[] }).issues
      expect(issues).toContainEqual({ path: field, message: sentence(verdict) })
    }
  })
})

describe('a password that is well formed and worthless', () => {
  test.each([
    ['Password1!', 'issue_password_common'],
    ['P@ssw0rd', 'issue_password_common'],
    ['Qwerty-123', 'issue_password_common'],
    ['Contrasena-1', 'issue_password_common'],
    ['Bea.luz@mail.test1', 'issue_password_email'],
  ])('%s is refused', async (password, key) => {
    const body = registration({ ...twice(password), email: 'bea.luz@mail.test' })
    const person = shop.visitor()
    expect(await person.call(registrationCalls.register, { body } as never)).toMatchObject({
      status: 400,
      code: 'ERROR_AUTH_INVALID_USER_DATA',
      issues: [{ path: 'password', message: sentence(key) }],
    })
  })
})

describe('the log-in reads whatever was sent', () => {
  test.each([
    [{ email: 'ana@mail.test', password: PASSWORD }, 200, undefined],
    [{ email: ' ANA@mail.test ', password: ` ${PASSWORD} ` }, 200, undefined],
    [{ email: 'ana@mail.test', password: 'x' }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana@mail.test', password: x(500) }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana', password: PASSWORD }, 401, 'ERROR_AUTH_USER_NOT_AUTHORIZED'],
    [{ email: 'ana@mail.test', password: '  ' }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{ email: '', password: PASSWORD }, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{}, 400, 'ERROR_MISSING_EMAIL_OR_PASSWORD'],
    [{ email: 7, password: PASSWORD }, 400, 'INVALID_DATA'],
  ])('%j answers %d %s', async (body, status, code) => {
    const answer = await shop.visitor().call(sessions.login, { body } as never)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(await shop.db.$count(users)).toBeGreaterThan(0)
  })

  test.each([
    ['nothing', ''],
    ['too little', 'Tinta-7'],
    ['too much', `Tinta-7${x(18)}`],
  ])('the screen refuses a password of %s before it is sent', (_, password) =>
    expect(z.safeParse(sessions.LoginForm, { email: 'a@b.co', password }).success).toBe(false),
  )
})
