import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, IsoDateTime, issueKey, optionalText, passwordText } from '../core/fields.ts'
import { cleanEmail } from '../core/typed-text.ts'
import { CurrentPassword } from './passwords.ts'
import { RecoveryCode, SignInReply, TotpCode } from './second-step.ts'
import { SECURITY_EVENT_KINDS } from './security-events.ts'

/**
 * The schema of the login form in the browser. It checks the formats of email and password before a request is sent.
 */
export const LoginForm = z.object({ email: Email, password: CurrentPassword })

/**
 * The schema of the body of `login`. It does not check the formats, so that a malformed email gets the same answer as a
 * wrong one, and a password that is too long for any account the same as a wrong password.
 */
export const LoginBody = z.object({
  email: z.optional(
    optionalText(200, 'issue_email_long').check(z.overwrite(cleanEmail), z.toLowerCase()),
  ),
  password: z.optional(passwordText(10_000, 'issue_password_invalid')),
})

/**
 * Starts a session, or the second step of the sign-in if the account has a second factor: then `secondStep` is set and
 * there is no session yet. After many failed logins to an account, devices that have not signed in to it before get a
 * second step with an emailed code, whether or not the password is right and the account exists.
 */
export const login = endpoint({
  method: 'POST',
  path: '/public/auth/login',
  summary: 'Start a session',
  access: 'public',
  captcha: { action: 'login_form', in: 'header' },
  body: LoginBody,
  reply: SignInReply,
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

/** An active session. `place` is the IP address of the session's last request, without the last part. */
export const Session = z.object({
  id: z.int(),
  current: z.boolean(),
  /**
   * The browser and the operating system according to the User-Agent header, such as `Chrome` and `Windows`; null if
   * unknown.
   */
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
  summary: 'List the active sessions, the most recently used first',
  access: 'user',
  cacheTags: ['Devices'],
  reply: z.object({ sessions: z.array(Session) }),
})

/**
 * Confirms the password or, instead of it, a code of the authenticator app or a recovery code, so that calls that need
 * a recent proof of identity are allowed. A user with a second factor needs a code or a passkey: the password answers
 * ERROR_SECOND_FACTOR_PROOF. A user who has neither a password nor a second factor signs in with Google again.
 */
export const confirmIdentity = endpoint({
  method: 'POST',
  path: '/auth/confirm',
  summary: 'Confirm the password or, with a second factor, a code before a sensitive change',
  access: 'user',
  body: z
    .object({
      password: z.optional(CurrentPassword),
      code: z.optional(TotpCode),
      recoveryCode: z.optional(RecoveryCode),
    })
    .check(
      z.refine(body => Object.values(body).filter(value => value !== undefined).length === 1, {
        error: issueKey('issue_password_required'),
        path: ['password'],
      }),
    ),
  errors: [
    'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD',
    'ERROR_SECOND_FACTOR_CODE',
    'ERROR_SECOND_FACTOR_PROOF',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
})

export const closeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/user/sessions/others',
  summary: 'End all other sessions',
  access: 'user',
  cacheTags: ['Devices', 'Activity'],
  needsRecentProof: true,
})

export const SecurityEvent = z.object({
  id: z.int(),
  kind: z.enum(SECURITY_EVENT_KINDS),
  at: IsoDateTime,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  place: z.nullable(z.string()),
})
export type SecurityEvent = z.infer<typeof SecurityEvent>

/** Returns the newest 30 security events. */
export const listSecurityEvents = endpoint({
  method: 'GET',
  path: '/user/activity',
  summary: 'List the latest security events of the account',
  access: 'user',
  cacheTags: ['Activity'],
  reply: z.object({ events: z.array(SecurityEvent) }),
})
