import * as z from 'zod/mini'
import { beforeAll, describe, expect, test } from 'vitest'
import * as passwords from '#contract/accounts/passwords.ts'
import * as registrationCalls from '#contract/accounts/registration.ts'
import * as user from '#contract/accounts/user.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { updateProfile } from '#contract/profiles.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { issueText } from '#messages/issues'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/**
 * These tests check the validation rules of the account fields at their boundaries. Each row is checked by the schema
 * that the web forms use and by the API.
 */
const shop = useTestApp({ resetBefore: 'file' })
let ana: ApiClient & { email: string }
beforeAll(async () => {
  ana = await shop.creator('ana@mail.test')
})

const x = (length: number) => 'x'.repeat(length)

type Row = [value: unknown, expected: 'ok' | IssueKey]

const EMAIL: Row[] = [
  ['b@c.co', 'ok'],
  [`  Bea@Mail.TEST  `, 'ok'],
  [`${x(40)}@mail.test`, 'ok'],
  [`${x(41)}@mail.test`, 'issue_email_long'],
  ['', 'issue_email_required'],
  ['   ', 'issue_email_required'],
  [undefined, 'issue_email_required'],
  [7, 'issue_email_required'],
  ['bea', 'issue_email_invalid'],
  ['bea@', 'issue_email_invalid'],
  ['bea@mail', 'issue_email_invalid'],
  ['@mail.test', 'issue_email_invalid'],
  ['bea luz@mail.test', 'issue_email_invalid'],
  ['bea@mail.test, eva@mail.test', 'issue_email_invalid'],
  ['bea\u0000@mail.test', 'issue_invalid'],
]

const NEW_PASSWORD: Row[] = [
  ['Tinta-7a', 'ok'],
  ['  Tinta-7a  ', 'ok'],
  [`Tinta-7${x(17)}`, 'ok'],
  ['Tinta-7', 'issue_password_length'],
  [`Tinta-7${x(18)}`, 'issue_password_length'],
  ['tinta-7a', 'issue_password_rules'],
  ['TINTA-7A', 'issue_password_rules'],
  ['Tinta-aa', 'issue_password_rules'],
  ['Tinta77a', 'issue_password_rules'],
  ['Tinta#7a', 'issue_password_rules'],
  ...['@', '$', '!', '%', '*', '?', '&', '-', '_'].map((character): Row => [
    `Tinta${character}7a`,
    'ok',
  ]),
  ['', 'issue_password_required'],
  ['        ', 'issue_password_required'],
  [undefined, 'issue_password_required'],
  [12_345_678, 'issue_password_required'],
]

const CURRENT_PASSWORD: Row[] = [
  [PASSWORD, 'ok'],
  [` ${PASSWORD} `, 'ok'],
  ['Tinta-7', 'issue_password_invalid'],
  [`Tinta-7${x(18)}`, 'issue_password_invalid'],
  ['', 'issue_password_required'],
  [undefined, 'issue_password_required'],
]

const USERNAME: Row[] = [
  ['ana', 'ok'],
  [x(15), 'ok'],
  ['@ana7', 'ok'],
  [' ana ', 'ok'],
  ['an', 'issue_username'],
  [x(16), 'issue_username'],
  ['Ana', 'issue_username'],
  ['ana luz', 'issue_username'],
  ['ana_luz', 'issue_username'],
  ['añá', 'issue_username'],
  ['@@ana', 'issue_username'],
  ['', 'issue_username'],
  [undefined, 'issue_username'],
]

interface FieldRules {
  name: string
  endpoint: Endpoint & { body: z.ZodMiniType }
  field: string
  /** Returns a request body in which only the tested field can be invalid. */
  form: (value: unknown) => object
  rows: Row[]
  /** The expected error code for an invalid value, if it differs from the endpoint's usual code. */
  code?: ErrorCode
}

const registration = (value: object) => ({
  email: `${Math.random().toString(36).slice(2, 12)}@mail.test`,
  password: 'Tinta-2026',
  confirm_password: 'Tinta-2026',
  tyc: true,
  ...value,
})
const withConfirmation = (value: unknown) => ({ password: value, confirm_password: value })

const FIELDS: FieldRules[] = [
  {
    name: 'email of a registration',
    endpoint: registrationCalls.register,
    field: 'email',
    form: email => registration({ email }),
    rows: EMAIL,
  },
  {
    name: 'password of a registration',
    endpoint: registrationCalls.register,
    field: 'password',
    form: value => registration(withConfirmation(value)),
    rows: NEW_PASSWORD,
  },
  {
    name: 'password confirmation of a registration',
    endpoint: registrationCalls.register,
    field: 'confirm_password',
    form: confirm_password => registration({ confirm_password }),
    rows: [
      ['Tinta-2026', 'ok'],
      [' Tinta-2026 ', 'ok'],
      ['Tinta-2027', 'issue_confirm_mismatch'],
      ['tinta-2026', 'issue_confirm_mismatch'],
      ['', 'issue_confirm_required'],
      [undefined, 'issue_confirm_required'],
    ],
  },
  {
    name: 'acceptance of the terms in a registration',
    endpoint: registrationCalls.register,
    field: 'tyc',
    form: tyc => registration({ tyc }),
    rows: [
      [true, 'ok'],
      [false, 'issue_terms'],
      ['true', 'issue_terms'],
      [undefined, 'issue_terms'],
    ],
  },
  {
    name: 'email of a password recovery',
    endpoint: passwords.recoverPassword,
    field: 'email',
    form: email => ({ email }),
    rows: EMAIL,
  },
  {
    name: 'email of a request for a verification link',
    endpoint: registrationCalls.resendVerification,
    field: 'email',
    form: email => ({ email }),
    rows: EMAIL,
  },
  {
    name: 'new password of a password change',
    endpoint: passwords.changePassword,
    field: 'newPassword',
    form: newPassword => ({ currentPassword: 'Kiosko-0000', newPassword }),
    rows: NEW_PASSWORD,
  },
  {
    name: 'current password of a password change',
    endpoint: passwords.changePassword,
    field: 'currentPassword',
    form: currentPassword => ({ currentPassword, newPassword: PASSWORD }),
    rows: CURRENT_PASSWORD,
  },
  {
    name: 'first password of an account',
    endpoint: passwords.setPassword,
    field: 'password',
    form: password => ({ password }),
    rows: NEW_PASSWORD,
  },
  {
    name: 'password of a reset by token',
    endpoint: passwords.resetPassword,
    field: 'password',
    form: value => ({ token: 'none', ...withConfirmation(value) }),
    rows: NEW_PASSWORD.filter(([, expected]) => expected !== 'issue_password_required'),
  },
  {
    name: 'first password set by token',
    endpoint: passwords.setPasswordByToken,
    field: 'password',
    form: password => ({ token: 'none', password }),
    rows: NEW_PASSWORD.filter(([, expected]) => expected !== 'issue_password_required'),
  },
  {
    name: 'new email of an email change',
    endpoint: user.requestEmailChange,
    field: 'newEmail',
    form: newEmail => ({ newEmail, password: 'Kiosko-0000' }),
    rows: EMAIL,
  },
  {
    name: 'password of an email change',
    endpoint: user.requestEmailChange,
    field: 'password',
    form: password => ({ newEmail: 'ana@mail.test', password }),
    rows: CURRENT_PASSWORD,
  },
  {
    name: 'password for closing an account',
    endpoint: user.deleteAccount,
    field: 'password',
    form: password => ({ password: password === PASSWORD ? 'Kiosko-0000' : password }),
    rows: CURRENT_PASSWORD.filter(([value]) => value !== undefined && value !== ` ${PASSWORD} `),
  },
  {
    name: 'username of a profile',
    code: 'ERROR_INVALID_USERNAME',
    endpoint: updateProfile,
    field: 'username',
    form: username => ({ username, bio: 'Hola' }),
    rows: USERNAME,
  },
]

describe.each(FIELDS)('$name', ({ name, endpoint, field, form, rows, code }) => {
  test.each(rows)(`the ${name} %j is validated as %s`, async (value, expected) => {
    const body = form(value)

    const parsedBody = z.safeParse(endpoint.body, body)
    expect(
      parsedBody.success
        ? 'ok'
        : parsedBody.error.issues.find(({ path }) => path[0] === field)?.message,
    ).toBe(expected)

    const isPublic = endpoint.access === 'public'
    const client = isPublic ? shop.visitor() : ana
    const answer = await client.call(endpoint, { body })
    if (expected === 'ok') {
      // The call may fail for another reason, such as a wrong password, but the tested field must not be reported as
      // invalid.
      expect(answer).not.toHaveProperty('issues')
      expect(answer.status).toBeLessThan(500)
    } else {
      expect(answer).toMatchObject({
        status: 400,
        code: code ?? endpoint.invalidBodyCode ?? 'INVALID_DATA',
      })
      const issues = (answer as { issues: { path: string; message: string }[] }).issues
      expect(issues).toContainEqual({ path: field, message: issueText(expected, 'es') })
    }
  })
})
