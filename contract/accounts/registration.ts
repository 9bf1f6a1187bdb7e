import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, issueKey, machineText } from '../core/fields.ts'
import { NewPassword, PasswordConfirmation, passwordsMatchCheck } from './passwords.ts'
import { AccountSummary } from './user.ts'

export const Registration = z
  .object({
    email: Email,
    password: NewPassword,
    confirm_password: PasswordConfirmation,
    tyc: z.literal(true, { error: issueKey('issue_terms') }),
  })
  .check(passwordsMatchCheck)
export type Registration = z.infer<typeof Registration>

export const register = endpoint({
  method: 'POST',
  path: '/public/auth/register',
  summary: 'Create an account and email its verification link',
  access: 'public',
  captcha: { action: 'register_form', in: 'header' },
  body: Registration,
  reply: AccountSummary,
  status: 201,
  invalidBodyCode: 'ERROR_AUTH_INVALID_USER_DATA',
  errors: [
    'ERROR_AUTH_USER_ALREADY_EXISTS',
    'ERROR_AUTH_INVALID_USER_DATA',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const verifyAccount = endpoint({
  method: 'POST',
  path: '/public/auth/verify/:token',
  summary: 'Verify an account with the token from the email',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  errors: [
    'ERROR_MISSING_OR_EXPIRED_TOKEN',
    'ERROR_NO_USER_FOUND_FOR_TOKEN',
    'ERROR_USER_ALREADY_VERIFIED',
  ],
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/public/auth/resend',
  summary: 'Email the verification link again',
  access: 'public',
  captcha: { action: 'verify_email_form', in: 'body' },
  body: z.object({ email: Email }),
  status: 202,
  errors: ['ERROR_USER_ALREADY_VERIFIED'],
})
