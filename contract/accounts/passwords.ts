import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import { Email, type IssueKey, issueKey } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

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

/** @param required what is said where there is none: a sentence, or an error of the catalogue */
const newPassword = (required: IssueKey | ErrorCode) =>
  z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.minLength(LIMITS.password.min, issueKey('issue_password_length')),
    z.maxLength(LIMITS.password.max, issueKey('issue_password_length')),
    z.refine(
      text => PASSWORD_RULES.every(rule => rule.name === 'length' || rule.isMet(text)),
      issueKey('issue_password_rules'),
    ),
  )

/**
 * A password being chosen. The server also refuses the ones that everybody tries first, and the owner's email.
 * Source: specification, validation of password.
 */
export const NewPassword = newPassword('issue_password_required')

/** A password being typed in to prove it. */
export const CurrentPassword = z
  .string({ error: issueKey('issue_password_required') })
  .check(
    z.trim(),
    z.minLength(1, { error: issueKey('issue_password_required'), abort: true }),
    z.minLength(LIMITS.password.min, issueKey('issue_password_invalid')),
    z.maxLength(LIMITS.password.max, issueKey('issue_password_invalid')),
  )

export const PasswordConfirmation = z
  .string({ error: issueKey('issue_confirm_required') })
  .check(z.trim(), z.minLength(1, issueKey('issue_confirm_required')))

const TwoPasswords = z.object({
  password: z.string().check(z.minLength(1)),
  confirm_password: z.string().check(z.minLength(1)),
})

export const passwordsMatch = z.refine<{
  password?: string | undefined
  confirm_password?: string | undefined
}>(value => value.password === value.confirm_password, {
  error: issueKey('issue_confirm_mismatch'),
  path: ['confirm_password'],
  // As soon as both are there, whatever else is still missing: the form is judged while it is typed.
  when: ({ value }) => z.safeParse(TwoPasswords, value).success,
})

/** One answer for every address, in the same time; a known account gets a mail with a link to /reset or /set. */
export const recoverPassword = endpoint({
  method: 'POST',
  path: '/password/recover',
  summary: 'Mail a link to choose a password',
  access: 'public',
  captcha: { action: 'recover_password_form', in: 'body' },
  body: z.object({ email: Email }),
  status: 202,
  errors: ['ERROR_PASSWORD_RECOVER_AUTHENTICATED'],
})

const linkErrors = [
  'ERROR_MISSING_TOKEN_OR_PASSWORD',
  'ERROR_INVALID_OR_EXPIRED_TOKEN',
  'ERROR_AUTH_PASSWORD_REUSE',
  'ERROR_SERVICE_UNAVAILABLE',
] as const

/** A link's token and the password to be; either of them empty or absent is answered by the closer code. */
const LinkToken = z.optional(z.string().check(z.maxLength(200)))

const LinkPassword = z.optional(newPassword('ERROR_MISSING_TOKEN_OR_PASSWORD'))

/** The fields of the reset and set screens, before they meet the token of their link. */
export const NewPasswordForm = z
  .object({ password: NewPassword, confirm_password: PasswordConfirmation })
  .check(passwordsMatch)

export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/reset',
  summary: 'Choose another password by the token from the mail; all sessions end',
  access: 'public',
  captcha: { action: 'reset_password_form', in: 'body' },
  body: z
    .object({
      token: LinkToken,
      password: LinkPassword,
      confirm_password: z.optional(z.string().check(z.trim())),
    })
    .check(passwordsMatch),
  errors: linkErrors,
})

export const setPasswordByToken = endpoint({
  method: 'POST',
  path: '/password/set',
  summary: 'Choose a first password by the token from the mail; all sessions end',
  access: 'public',
  captcha: { action: 'set_password_form', in: 'body' },
  body: z.object({ token: LinkToken, password: LinkPassword }),
  errors: linkErrors,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/auth/password/change',
  summary: 'Change the password; other sessions end',
  access: 'verified',
  captcha: { action: 'change_password_form', in: 'body' },
  body: z.object({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  errors: [
    'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    'ERROR_AUTH_PASSWORD_REUSE',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

/** For accounts without one. 409 where a password exists. */
export const setPassword = endpoint({
  method: 'POST',
  path: '/auth/password/set',
  summary: 'Set a first password',
  access: 'verified',
  captcha: { action: 'set_password_form', in: 'body' },
  body: z.object({ password: NewPassword }),
  errors: ['ERROR_USER_NOT_AUTHORIZED', 'ERROR_SERVICE_UNAVAILABLE'],
})
