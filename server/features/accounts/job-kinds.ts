import { defineJob } from '#server/jobs/queue.ts'

/** Work of calls that must not show, by their answer or its time, whether an address has an account. */
export const resendVerificationJob = defineJob<{ email: string }>('mail_verification_again')
export const sendRecoveryEmailJob = defineJob<{ email: string; ip: string; userAgent: string }>(
  'mail_recovery',
)
