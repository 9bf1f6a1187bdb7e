import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IsoDateTime, issueKey } from '../core/fields.ts'
import { cleanCode } from '../core/typed-text.ts'
import { PasskeyAssertion, PasskeyRequestOptions } from './passkeys.ts'
import { AccountSummary } from './user.ts'

/** The ways to complete the second step of a sign-in. `email_code` comes first and alone, where it is asked for. */
export const SECOND_STEP_METHODS = ['passkey', 'totp', 'recovery_code', 'email_code'] as const

/** The second step of a sign-in that the browser has begun with a correct password or with Google. */
export const SecondStep = z.object({
  methods: z.array(z.enum(SECOND_STEP_METHODS)),
  /** Whether the user may skip the step on this device for 30 days. Admins may not: `rememberDevice` has no effect. */
  canRememberDevice: z.boolean(),
  expiresAt: IsoDateTime,
})
export type SecondStep = z.infer<typeof SecondStep>

/**
 * The answer to the first step of a sign-in. With `secondStep` there is no session yet. `id` is missing if an emailed
 * code must come first, since the answer is then the same for accounts that do not exist.
 */
export const SignInReply = z.object({
  id: z.optional(z.int()),
  email: z.string(),
  secondStep: z.optional(SecondStep),
})

/** Returns the schema of a typed code without its spaces and hyphens, of at most `max` characters as typed. */
const typedCode = (max: number, form: RegExp) =>
  z.string({ error: issueKey('issue_code') }).check(
    z.maxLength(max, { error: issueKey('issue_code'), abort: true }),
    z.overwrite(text => cleanCode(text).replace(/[\s-]/g, '')),
    z.regex(form, issueKey('issue_code')),
  )

/** A code of six digits that an authenticator app shows. Spaces are ignored. */
export const TotpCode = typedCode(20, /^\d{6}$/)

/**
 * A recovery code of ten letters and digits, or an emailed code, which has the same form. Spaces, hyphens and case are
 * ignored.
 */
export const RecoveryCode = typedCode(40, /^[a-z\d]{10}$/i)

const rememberDevice = z.optional(z.boolean())

const stepErrors = [
  'ERROR_SECOND_STEP_EXPIRED',
  'ERROR_USER_SUSPENDED',
  'ERROR_SERVICE_UNAVAILABLE',
] as const

/** Returns the second step that this browser must complete. */
export const getSecondStep = endpoint({
  method: 'GET',
  path: '/public/auth/second-step',
  summary: 'Get the second step of the sign-in that this browser has begun',
  access: 'public',
  reply: SecondStep,
  errors: ['ERROR_SECOND_STEP_EXPIRED'],
})

/** Completes a sign-in with a code of the authenticator app. Each code is accepted once. */
export const completeStepWithCode = endpoint({
  method: 'POST',
  path: '/public/auth/second-step/code',
  summary: 'Complete a sign-in with a code of the authenticator app',
  access: 'public',
  body: z.object({ code: TotpCode, rememberDevice }),
  reply: AccountSummary,
  errors: [...stepErrors, 'ERROR_SECOND_FACTOR_CODE'],
})

/** Completes a sign-in with a recovery code. Each code is accepted once. */
export const completeStepWithRecoveryCode = endpoint({
  method: 'POST',
  path: '/public/auth/second-step/recovery-code',
  summary: 'Complete a sign-in with a recovery code',
  access: 'public',
  body: z.object({ recoveryCode: RecoveryCode, rememberDevice }),
  reply: AccountSummary,
  errors: [...stepErrors, 'ERROR_SECOND_FACTOR_CODE'],
})

/**
 * Completes a sign-in with the code that was emailed after the right password. `secondStep` is set if the account also
 * has a second factor: then there is no session yet.
 */
export const completeStepWithEmailCode = endpoint({
  method: 'POST',
  path: '/public/auth/second-step/email-code',
  summary: 'Complete a sign-in with the emailed code',
  access: 'public',
  body: z.object({ emailCode: RecoveryCode }),
  reply: SignInReply,
  errors: ['ERROR_SECOND_STEP_EXPIRED', 'ERROR_USER_SUSPENDED', 'ERROR_SECOND_FACTOR_CODE'],
})

export const startPasskeyStep = endpoint({
  method: 'POST',
  path: '/public/auth/second-step/passkey/options',
  summary: 'Get the options to complete a sign-in with a passkey',
  access: 'public',
  reply: PasskeyRequestOptions,
  errors: ['ERROR_SECOND_STEP_EXPIRED'],
})

export const completeStepWithPasskey = endpoint({
  method: 'POST',
  path: '/public/auth/second-step/passkey',
  summary: 'Complete a sign-in with a passkey',
  access: 'public',
  body: z.object({ passkey: PasskeyAssertion, rememberDevice }),
  reply: AccountSummary,
  errors: [...stepErrors, 'ERROR_PASSKEY_REFUSED'],
})
