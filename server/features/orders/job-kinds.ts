import type { Db } from '#server/db/client.ts'
import type { SellerAccount } from '#server/features/payment-accounts/service.ts'
import { LONG_OUTAGE_ATTEMPTS, enqueue, defineJob } from '#server/jobs/queue.ts'

export const processWebhookEventJob = defineJob<{ noticeId: number }>('read_notice', {
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})
export const reconcileOrderJob = defineJob<{ orderId: string }>('ask_for_order')
/** Looks, after what closed sales has committed, which open payment pages of a seller may stay. */
export const expireSellerPreferencesJob = defineJob<{ sellerId: number }>('close_pages', {
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})
export const expirePreferenceJob = defineJob<SellerAccount & { preferenceId: string }>(
  'close_preference',
  {
    maxAttempts: LONG_OUTAGE_ATTEMPTS,
  },
)
export const resendOrderLinksJob = defineJob<{ email: string }>('resend_orders')
export const refundPaymentJob = defineJob<{ refundId: string }>('refund_payment', {
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})

/** One question at a time for an order, however many pages ask. */
export function enqueueReconciliation(tx: Db, orderId: string): Promise<void> {
  return enqueue(tx, reconcileOrderJob, { orderId }, { dedupeKey: `ask_for_order:${orderId}` })
}
