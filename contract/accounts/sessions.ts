import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, IsoDateTime, optionalText } from '../core/fields.ts'
import { CurrentPassword } from './passwords.ts'
import { AccountSummary } from './user.ts'

/** The screen checks lengths; the API reads whatever was sent and answers as to a wrong log-in. */
export const LoginForm = z.object({ email: Email, password: CurrentPassword })

export const LoginBody = z.object({
  email: z.optional(optionalText(200, 'issue_email_long').check(z.toLowerCase())),
  password: z.optional(z.string().check(z.trim())),
})

export const login = endpoint({
  method: 'POST',
  path: '/public/auth/login',
  summary: 'Start a session',
  access: 'public',
  captcha: { action: 'login_form', in: 'header' },
  body: LoginBody,
  reply: AccountSummary,
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

/** A device that is signed in. `place` is the network address it was last seen at, shortened. */
export const Session = z.object({
  id: z.int(),
  current: z.boolean(),
  /** As far as its browser tells: `Chrome`, `Windows`; null where it tells nothing. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  place: z.nullable(z.string()),
  createdAt: IsoDateTime,
  lastUsedAt: IsoDateTime,
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
  at: IsoDateTime,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

/** The newest 30. */
export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/user/activity',
  summary: 'What happened to the account lately',
  access: 'user',
  reply: z.object({ events: z.array(SecurityEvent) }),
})
