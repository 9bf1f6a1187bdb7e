import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Email, Moment, optionalText, says } from './fields.ts'
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

/** A password being chosen. Source: specification, validation of password. */
export const NewPassword = z.string({ error: says('issue_password_required') }).check(
  z.trim(),
  z.minLength(1, { error: says('issue_password_required'), abort: true }),
  z.minLength(LIMITS.password.min, says('issue_password_length')),
  z.maxLength(LIMITS.password.max, says('issue_password_length')),
  z.refine(
    text => PASSWORD_RULES.every(rule => rule.name === 'length' || rule.holds(text)),
    says('issue_password_rules'),
  ),
)

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

const passwordsMatch = z.refine<{ password: string; confirm_password: string }>(
  value => value.password === value.confirm_password,
  {
    error: says('issue_confirm_mismatch'),
    path: ['confirm_password'],
    // As soon as both are there, whatever else is still missing: the form is judged while it is typed.
    when: ({ value }) => z.safeParse(TwoPasswords, value).success,
  },
)

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
  errors: ['ERROR_AUTH_USER_ALREADY_EXISTS', 'ERROR_AUTH_INVALID_USER_DATA'],
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

export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/public/captcha/challenge',
  summary: 'A proof-of-work challenge bound to an action',
  access: 'public',
  query: z.object({ action: z.string() }),
  reply: z.looseObject({}),
})
