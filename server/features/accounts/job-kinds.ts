import { defineJob } from '#server/jobs/queue.ts'

/**
 * These jobs look up an email address after the response was sent, so that neither the response nor its duration
 * reveals whether an account has this email.
 */
export const resendVerificationJob = defineJob<{ email: string }>('resend_verification', {
  lane: 'mail',
})
export const sendRecoveryEmailJob = defineJob<{ email: string; ip: string; userAgent: string }>(
  'send_recovery_email',
  { lane: 'mail' },
)
