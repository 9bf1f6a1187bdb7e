import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, issueKey, machineText } from '../core/fields.ts'
import {
  CurrentPassword,
  NewPassword,
  PasswordConfirmation,
  passwordsMatchCheck,
} from './passwords.ts'
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

/**
 * What the page of an emailed link does with its token. `actsOnLoad` is true in the browser that asked for the email,
 * and for a link that does not work, so that the page reports why. In any other browser the page first asks for a
 * press, since mail programs open links in advance and somebody else may have given the address. `hasPassword` tells
 * whether the account has a password that can be asked for.
 */
export const EmailLink = z.object({ actsOnLoad: z.boolean(), hasPassword: z.boolean() })
export type EmailLink = z.infer<typeof EmailLink>

export const getEmailLink = endpoint({
  method: 'GET',
  path: '/public/auth/email-link/:token',
  summary: 'Tell whether the page of an emailed link acts without a press',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  reply: EmailLink,
})

export const VerifyWithPassword = z.object({ password: CurrentPassword })

/**
 * Verifies an account in a browser that did not register it. The password shows that the owner of the address is the
 * person who registered it.
 */
export const verifyWithPassword = endpoint({
  method: 'POST',
  path: '/public/auth/verify/:token/password',
  summary: 'Verify an account with the token from the email and the password of the registration',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  body: VerifyWithPassword,
  errors: [
    'ERROR_MISSING_OR_EXPIRED_TOKEN',
    'ERROR_NO_USER_FOUND_FOR_TOKEN',
    'ERROR_USER_ALREADY_VERIFIED',
    'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    'ERROR_SERVICE_UNAVAILABLE',
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
