import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { Email, type IssueKey, Moment, optionalText, says } from './fields.ts'
import { LIMITS } from './limits.ts'

export const PASSWORD_RULES = [
  {
    name: 'length',
    holds: (text: string) =>
      text.length >= LIMITS.password.min && text.length <= LIMITS.password.max,
  },
  { name: 'upper', holds: (text: string) => /[A-Z]/.test(text) },
  { name: 'lower', holds: (text: string) => /[a-z]/.test(text) },
  { name: 'digit', holds: (text: string) => /\d/.test(text) },
  { name: 'special', holds: (text: string) => /[@$!%*?&\-_]/.test(text) },
] as const

/** @param required what is said where there is none: a sentence, or an error of the catalogue */
const newPassword = (required: IssueKey | ErrorCode) =>
  z.string({ error: required }).check(
    z.trim(),
    z.minLength(1, { error: required, abort: true }),
    z.minLength(LIMITS.password.min, says('issue_password_length')),
    z.maxLength(LIMITS.password.max, says('issue_password_length')),
    z.refine(
      text => PASSWORD_RULES.every(rule => rule.name === 'length' || rule.holds(text)),
      says('issue_password_rules'),
    ),
  )

/**
 * A password being chosen. The server also refuses the ones that everybody tries first, and the owner's email.
 * Source: specification, validation of password.
 */
export const NewPassword = newPassword('issue_password_required')

/** A password being typed in to prove it. */
export const KnownPassword = z
  .string({ error: says('issue_password_required') })
  .check(
    z.trim(),
    z.minLength(1, { error: says('issue_password_required'), abort: true }),
    z.minLength(LIMITS.password.min, says('issue_password_invalid')),
    z.maxLength(LIMITS.password.max, says('issue_password_invalid')),
  )

const confirmed = z
  .string({ error: says('issue_confirm_required') })
  .check(z.trim(), z.minLength(1, says('issue_confirm_required')))

const TwoPasswords = z.object({
  password: z.string().check(z.minLength(1)),
  confirm_password: z.string().check(z.minLength(1)),
})

const passwordsMatch = z.refine<{
  password?: string | undefined
  confirm_password?: string | undefined
}>(value => value.password === value.confirm_password, {
  error: says('issue_confirm_mismatch'),
  path: ['confirm_password'],
  // As soon as both are there, whatever else is still missing: the form is judged while it is typed.
  when: ({ value }) => z.safeParse(TwoPasswords, value).success,
})

export const Registration = z
  .object({
    email: Email,
    password: NewPassword,
    confirm_password: confirmed,
    tyc: z.literal(true, { error: says('issue_terms') }),
  })
  .check(passwordsMatch)
export type Registration = z.infer<typeof Registration>

/** The screen checks lengths; the API reads whatever was sent and answers as to a wrong log-in. */
export const LoginForm = z.object({ email: Email, password: KnownPassword })
export const Login = z.object({
  email: z.optional(optionalText(200, 'issue_email_long').check(z.toLowerCase())),
  password: z.optional(z.string().check(z.trim())),
})

export const LanguagePreference = z.enum(['SPA', 'EN'])
export type LanguagePreference = z.infer<typeof LanguagePreference>
export const ThemePreference = z.enum(['light', 'dark', 'system'])
export type ThemePreference = z.infer<typeof ThemePreference>

export const AuthProvider = z.object({
  provider: z.literal('google'),
  linked: z.boolean(),
  createdAt: z.nullable(Moment),
})

export const User = z.object({
  id: z.int(),
  email: z.string(),
  roles: z.array(z.string()),
  isVerified: z.boolean(),
  hasPassword: z.boolean(),
  providers: z.array(AuthProvider),
  mercadoPagoAuth: z.boolean(),
})
export type User = z.infer<typeof User>

const Account = z.object({ id: z.int(), email: z.string() })

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  summary: 'The user of this session',
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

export const register = endpoint({
  method: 'POST',
  path: '/public/auth/register',
  summary: 'Open an account; mails the verification link',
  access: 'public',
  captcha: { action: 'register_form', in: 'header' },
  body: Registration,
  reply: Account,
  status: 201,
  invalid: 'ERROR_AUTH_INVALID_USER_DATA',
  errors: [
    'ERROR_AUTH_USER_ALREADY_EXISTS',
    'ERROR_AUTH_INVALID_USER_DATA',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const login = endpoint({
  method: 'POST',
  path: '/public/auth/login',
  summary: 'Start a session',
  access: 'public',
  captcha: { action: 'login_form', in: 'header' },
  body: Login,
  reply: Account,
  errors: [
    'ERROR_MISSING_EMAIL_OR_PASSWORD',
    'ERROR_AUTH_USER_NOT_AUTHORIZED',
    'ERROR_AUTH_USER_NOT_VERIFIED',
    'ERROR_USER_SUSPENDED',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session',
  access: 'public',
})

export const verifyAccount = endpoint({
  method: 'POST',
  path: '/public/auth/verify/:token',
  summary: 'Verify an account by the token from the mail',
  access: 'public',
  params: z.object({ token: z.string() }),
  errors: [
    'ERROR_MISSING_OR_EXPIRED_TOKEN',
    'ERROR_NO_USER_FOUND_FOR_TOKEN',
    'ERROR_USER_ALREADY_VERIFIED',
  ],
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/public/auth/resend',
  summary: 'Mail the verification link again',
  access: 'public',
  captcha: { action: 'verify_email_form', in: 'body' },
  body: z.object({ email: Email }),
  status: 202,
  errors: ['ERROR_USER_ALREADY_VERIFIED'],
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
export const NewPasswords = z
  .object({ password: NewPassword, confirm_password: confirmed })
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

export const setPasswordByLink = endpoint({
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
  body: z.object({ currentPassword: KnownPassword, newPassword: NewPassword }),
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

/** Mails a link to the new address and a notice to the old one. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/user/email/change',
  summary: 'Ask for another email',
  access: 'verified',
  captcha: { action: 'change_email_form', in: 'body' },
  body: z.object({ newEmail: Email, password: KnownPassword }),
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
  summary: 'Confirm another email by the token from the mail; other sessions end',
  access: 'public',
  params: z.object({ token: z.string() }),
  errors: ['ERROR_MISSING_OR_EXPIRED_TOKEN', 'ERROR_AUTH_USER_ALREADY_EXISTS'],
})

/** `password` is asked of accounts that have one. */
export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/user/delete',
  summary: 'Close the account: personal data goes, what buyers bought stays',
  access: 'user',
  captcha: { action: 'delete_account_form', in: 'header' },
  body: z.object({ password: z.optional(KnownPassword) }),
  errors: ['ERROR_PASSWORD_INVALID_CURRENT_PASSWORD', 'ERROR_SERVICE_UNAVAILABLE'],
})

export const listProviders = endpoint({
  method: 'GET',
  path: '/auth/providers',
  summary: 'Ways this user can sign in',
  access: 'user',
  reply: z.object({ hasPassword: z.boolean(), providers: z.array(AuthProvider) }),
})

/** A browser navigation: 302 to the provider, then by the callback into the site. */
export const signInWithGoogle = endpoint({
  method: 'GET',
  path: '/public/auth/google',
  summary: 'Sign in with Google',
  access: 'public',
  status: 302,
  query: z.object({ returnTo: z.optional(optionalText(300, 'issue_too_long')) }),
})

export const googleCallback = endpoint({
  method: 'GET',
  path: '/public/auth/google/callback',
  summary: 'Back from Google',
  access: 'public',
  status: 302,
})

/** A browser navigation: 302 to the provider. */
export const goLinkGoogle = endpoint({
  method: 'GET',
  path: '/auth/link/google',
  summary: 'Link a Google account',
  access: 'verified',
  status: 302,
})

export const linkGoogle = endpoint({
  method: 'POST',
  path: '/auth/link/google',
  summary: 'Where to link a Google account',
  access: 'verified',
  reply: z.object({ authURL: z.string() }),
  errors: ['ERROR_SERVICE_UNAVAILABLE'],
})

/** 409 where no password exists: nobody may lock themselves out. */
export const unlinkGoogle = endpoint({
  method: 'DELETE',
  path: '/auth/link/google',
  summary: 'Unlink the Google account',
  access: 'verified',
  errors: ['ERROR_USER_NOT_AUTHORIZED'],
})

/** What the way back from Google says: `?google=` on /login after a sign-in, on /dashboard/security after a link. */
export const GOOGLE_OUTCOMES = [
  'linked',
  'denied',
  'taken',
  'unverified_email',
  'suspended',
  'failed',
] as const
export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]

/** A device that is signed in. `place` is the network address it was last seen at, shortened. */
export const Session = z.object({
  id: z.int(),
  current: z.boolean(),
  /** As far as its browser tells: `Chrome`, `Windows`; null where it tells nothing. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  place: z.nullable(z.string()),
  createdAt: Moment,
  lastUsedAt: Moment,
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/user/sessions',
  summary: 'Devices that are signed in, the newest use first',
  access: 'user',
  reply: z.object({ sessions: z.array(Session) }),
})

export const closeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions/others',
  summary: 'Sign out every other device',
  access: 'user',
})

export const SECURITY_EVENTS = [
  'registered',
  'verified',
  'signed_in',
  'signed_in_new_device',
  'sign_in_failed',
  'signed_out',
  'password_changed',
  'password_set',
  'password_reset',
  'recovery_requested',
  'email_change_requested',
  'email_changed',
  'google_linked',
  'google_unlinked',
  'other_sessions_closed',
] as const

export const SecurityEvent = z.object({
  id: z.int(),
  kind: z.enum(SECURITY_EVENTS),
  at: Moment,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

/** The newest 30. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/user/activity',
  summary: 'What happened to the account lately',
  access: 'user',
  reply: z.object({ events: z.array(SecurityEvent) }),
})

export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/public/captcha/challenge',
  summary: 'A proof-of-work challenge bound to an action',
  access: 'public',
  query: z.object({ action: z.string() }),
  reply: z.looseObject({}),
})
