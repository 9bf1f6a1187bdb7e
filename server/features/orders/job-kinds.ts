import type { Db } from '#server/db/client.ts'
import type { SellerAccount } from '#server/features/payment-accounts/service.ts'
import { KEEP_TRYING, enqueue, job } from '#server/jobs/queue.ts'

export const processWebhookEventJob = job<{ noticeId: number }>('read_notice', {
  maxAttempts: KEEP_TRYING,
})
export const reconcileOrderJob = job<{ orderId: string }>('ask_for_order')
/** Looks, after what closed sales has committed, which open payment pages of a seller may stay. */
export const expireSellerPreferencesJob = job<{ sellerId: number }>('close_pages', {
  maxAttempts: KEEP_TRYING,
})
export const expirePreferenceJob = job<SellerAccount & { preferenceId: string }>(
  'close_preference',
  {
    maxAttempts: KEEP_TRYING,
  },
)
export const resendOrderLinksJob = job<{ email: string }>('resend_orders')
export const refundPaymentJob = job<{ refundId: string }>('refund_payment', {
  maxAttempts: KEEP_TRYING,
})

/** One question at a time for an order, however many pages ask. */
export function enqueueReconciliation(tx: Db, orderId: string): Promise<void> {
  return enqueue(tx, reconcileOrderJob, { orderId }, { dedupeKey: `ask_for_order:${orderId}` })
}
