import { defineJob } from '#server/jobs/queue.ts'

/** A request for a link to choose a new password. `deviceHash` is the digest of the browser's device cookie. */
export interface Recovery {
  email: string
  ip: string
  userAgent: string
  deviceHash?: string
}

/**
 * These jobs look up an email address after the response was sent, so that neither the response nor its duration
 * reveals whether an account has this email.
 */
export const resendVerificationJob = defineJob<{ email: string }>('resend_verification', {
  lane: 'mail',
})
export interface SignInCodeRequest {
  /** Null if the password was wrong. */
  userId: number | null
  /** The digest of the cookie of the step that the code completes. */
  stepHash: string
  ip: string
  userAgent: string
}
export const signInCodeJob = defineJob<SignInCodeRequest>('sign_in_code', { lane: 'mail' })
export const sendRecoveryEmailJob = defineJob<Recovery>('send_recovery_email', { lane: 'mail' })
