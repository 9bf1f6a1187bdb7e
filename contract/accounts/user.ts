import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, IsoDateTime, machineText } from '../core/fields.ts'
import { CurrentPassword, NewPassword } from './passwords.ts'

export const LanguagePreference = z.enum(['SPA', 'EN'])
export type LanguagePreference = z.infer<typeof LanguagePreference>

export const ThemePreference = z.enum(['light', 'dark', 'system'])
export type ThemePreference = z.infer<typeof ThemePreference>

export const AuthProvider = z.object({
  provider: z.literal('google'),
  linked: z.boolean(),
  createdAt: z.nullable(IsoDateTime),
})

export const User = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(z.string()),
  isVerified: z.boolean(),
  hasPassword: z.boolean(),
  providers: z.array(AuthProvider),
  mercadoPagoAuth: z.boolean(),
  secondFactor: z.object({
    isActive: z.boolean(),
    /** Whether the user is an admin who must set one up before opening the administration. */
    isMissing: z.boolean(),
    /** Whether the pages offer one: to a seller who has sold something and has not dismissed the offer. */
    isOffered: z.boolean(),
    /** Whether the user can prove their identity with a passkey or with a code of an authenticator app. */
    methods: z.array(z.enum(['passkey', 'totp'])),
  }),
})
export type User = z.infer<typeof User>

export const AccountSummary = z.object({ id: z.int(), email: z.string() })

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  summary: 'Get the signed-in user',
  access: 'user',
  reply: User,
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/user/update',
  summary: 'Change language and theme',
  access: 'user',
  body: z.object({
    languagePreference: z.optional(LanguagePreference),
    themePreference: z.optional(ThemePreference),
  }),
  reply: User,
})

/**
 * Emails a confirmation link to the new address and a warning to the old one. The account keeps the old address until
 * the link is opened.
 */
export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/user/email/change',
  summary: 'Request a change of email',
  access: 'verified',
  needsRecentProof: 'ofFactor',
  captcha: { action: 'change_email_form', in: 'body' },
  body: z.object({ newEmail: Email, password: CurrentPassword }),
  status: 202,
  errors: [
    'ERROR_USER_EMAIL_SAME_AS_CURRENT',
    'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    'ERROR_AUTH_USER_ALREADY_EXISTS',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/public/auth/confirm-email-change/:token',
  summary: 'Confirm a change of email with the token from the email; other sessions end',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN', 'ERROR_AUTH_USER_ALREADY_EXISTS'],
})

/**
 * Undoes a change of email by the link that the former address got, once, for seven days: the account has that address
 * and the given password again, all sessions end, a payment account that is waiting is cancelled, and second factors
 * that were added since are removed.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/public/auth/undo-email-change/:token',
  summary: 'Undo a change of email with the token from the email to the former address',
  access: 'public',
  params: z.object({ token: machineText(200) }),
  body: z.object({ password: NewPassword }),
  errors: [
    'ERROR_INVALID_OR_EXPIRED_TOKEN',
    'ERROR_AUTH_PASSWORD_REUSE',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

/** Deletes the user's account. The `password` in the body is required if the account has a password. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/user/delete',
  summary: 'Close the account: personal data is deleted, buyers keep their purchases',
  access: 'user',
  needsRecentProof: 'ofFactor',
  captcha: { action: 'delete_account_form', in: 'header' },
  body: z.object({ password: z.optional(CurrentPassword) }),
  errors: ['ERROR_PASSWORD_INVALID_CURRENT_PASSWORD', 'ERROR_SERVICE_UNAVAILABLE'],
})

export const listProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: 'List the sign-in methods of the user',
  access: 'user',
  cacheTags: ['AuthProviders'],
  reply: z.object({ hasPassword: z.boolean(), providers: z.array(AuthProvider) }),
})
