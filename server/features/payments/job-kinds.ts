import { LONG_OUTAGE_ATTEMPTS, defineJob } from '#server/jobs/queue.ts'

/** The job that processes one stored webhook event. */
export const processWebhookEventJob = defineJob<{ eventId: number }>('process_webhook_event', {
  lane: 'webhook',
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})

/** The job that emails the admins about the orders that need a decision. */
export const mailReviewsJob = defineJob<Record<string, never>>('mail_reviews', {
  lane: 'mail',
})

/** The job that sends one requested refund to the provider. */
export const refundPaymentJob = defineJob<{ refundId: string }>('refund_payment', {
  lane: 'providerWrite',
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})
