import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import { Email, type IssueKey, issueKey, machineText, passwordText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

/** The rules of a new password. A form shows them as a list and ticks each rule that the typed password meets. */
export const PASSWORD_RULES = [
  {
    name: 'length',
    isMet: (text: string) =>
      text.length >= LIMITS.password.min && text.length <= LIMITS.password.max,
  },
  { name: 'upper', isMet: (text: string) => /[A-Z]/.test(text) },
  { name: 'lower', isMet: (text: string) => /[a-z]/.test(text) },
  { name: 'digit', isMet: (text: string) => /\d/.test(text) },
  { name: 'special', isMet: (text: string) => /[@$!%*?&\-_]/.test(text) },
] as const

/**
 * Returns the schema of a new password.
 * @param required the message for a missing password: an issue key, or an error code that replaces INVALID_DATA
 */
const newPassword = (required: IssueKey | ErrorCode) =>
  z.string({ error: required }).check(
    z.trim(),
    z.maxLength(LIMITS.password.max, { error: issueKey('issue_password_length'), abort: true }),
    z.minLength(1, { error: required, abort: true }),
    z.minLength(LIMITS.password.min, issueKey('issue_password_length')),
    z.refine(
      text => PASSWORD_RULES.every(rule => rule.name === 'length' || rule.isMet(text)),
      issueKey('issue_password_rules'),
    ),
  )

/**
 * A new password. The server also rejects common passwords and passwords that contain the owner's email.
 * Source: specification, validation of password.
 */
export const NewPassword = newPassword('issue_password_required')

/** An existing password, typed to sign in or to confirm an action. */
export const CurrentPassword = z
  .string({ error: issueKey('issue_password_required') })
  .check(
    z.trim(),
    z.maxLength(LIMITS.password.max, { error: issueKey('issue_password_invalid'), abort: true }),
    z.minLength(1, { error: issueKey('issue_password_required'), abort: true }),
    z.minLength(LIMITS.password.min, issueKey('issue_password_invalid')),
  )

/**
 * The maximum length of the repeated password. It is larger than the limit of the password itself, so that a form
 * reports a password that is too long only once.
 */
const CONFIRMATION_MAX = 1000

export const PasswordConfirmation = z
  .string({ error: issueKey('issue_confirm_required') })
  .check(
    z.trim(),
    z.maxLength(CONFIRMATION_MAX, { error: issueKey('issue_confirm_mismatch'), abort: true }),
    z.minLength(1, issueKey('issue_confirm_required')),
  )

const TwoPasswords = z.object({
  password: z.string().check(z.minLength(1)),
  confirm_password: z.string().check(z.minLength(1)),
})

export const passwordsMatchCheck = z.refine<{
  password?: string | undefined
  confirm_password?: string | undefined
}>(value => value.password === value.confirm_password, {
  error: issueKey('issue_confirm_mismatch'),
  path: ['confirm_password'],
  // zod skips refinements while any field is invalid. This condition compares the passwords as soon as both are typed,
  // so that a form shows a mismatch early.
  when: ({ value }) => z.safeParse(TwoPasswords, value).success,
})

/**
 * Requests a link to choose a new password. The response and its time are the same for every email address, so that
 * they do not reveal which addresses have an account. If the address has one, it gets an email with a link to /reset
 * or, if the account has no password, to /set.
 */
export const recoverPassword = endpoint({
  method: 'POST',
  path: '/password/recover',
  summary: 'Email a link to choose a new password',
  access: 'public',
  captcha: { action: 'recover_password_form', in: 'body' },
  body: z.object({ email: Email }),
  status: 202,
  errors: ['ERROR_PASSWORD_RECOVER_AUTHENTICATED'],
})

const tokenErrors = [
  'ERROR_MISSING_TOKEN_OR_PASSWORD',
  'ERROR_INVALID_OR_EXPIRED_TOKEN',
  'ERROR_AUTH_PASSWORD_REUSE',
  'ERROR_SERVICE_UNAVAILABLE',
] as const

/**
 * The token is optional in the schema, so that a missing one answers ERROR_MISSING_TOKEN_OR_PASSWORD instead of
 * INVALID_DATA.
 */
const EmailedToken = z.optional(machineText(200))

/** The password is optional in the schema, so that a missing one answers ERROR_MISSING_TOKEN_OR_PASSWORD too. */
const TokenPassword = z.optional(newPassword('ERROR_MISSING_TOKEN_OR_PASSWORD'))

/** The form fields of the pages /reset and /set. The token is no field, since it comes from the page's URL. */
export const NewPasswordForm = z
  .object({ password: NewPassword, confirm_password: PasswordConfirmation })
  .check(passwordsMatchCheck)

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/reset',
  summary: 'Reset the password with the token from the email; all sessions end',
  access: 'public',
  captcha: { action: 'reset_password_form', in: 'body' },
  body: z
    .object({
      token: EmailedToken,
      password: TokenPassword,
      confirm_password: z.optional(passwordText(CONFIRMATION_MAX, 'issue_confirm_mismatch')),
    })
    .check(passwordsMatchCheck),
  errors: tokenErrors,
})

export const setPasswordByToken = endpoint({
  method: 'POST',
  path: '/password/set',
  summary: 'Set a first password with the token from the email; all sessions end',
  access: 'public',
  captcha: { action: 'set_password_form', in: 'body' },
  body: z.object({ token: EmailedToken, password: TokenPassword }),
  errors: tokenErrors,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password/change',
  summary: 'Change the password; other sessions end',
  access: 'verified',
  needsRecentProof: 'ofFactor',
  captcha: { action: 'change_password_form', in: 'body' },
  body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  errors: [
    'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    'ERROR_AUTH_PASSWORD_REUSE',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

/**
 * Sets the first password of an account. Answers 409 ERROR_USER_NOT_AUTHORIZED if the account already has a password.
 */
export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/password/set',
  summary: 'Set a first password',
  access: 'verified',
  needsRecentProof: true,
  captcha: { action: 'set_password_form', in: 'body' },
  body: z.object({ password: NewPassword }),
  errors: ['ERROR_USER_NOT_AUTHORIZED', 'ERROR_SERVICE_UNAVAILABLE'],
  unusualStatuses: [['ERROR_USER_NOT_AUTHORIZED', 409]],
})

/**
 * Returns the words that no password may consist of, apart from a usual ending such as `123`. Forms use them to tell so
 * while the user types. The server also rejects rarer passwords that are not in this list.
 */
export const listCommonWords = endpoint({
  method: 'GET',
  path: '/public/password/common-words',
  summary: 'List the words that are too common for a password',
  access: 'public',
  reply: z.object({ words: z.array(z.string()) }),
})
