import type { Db } from '#server/db/client.ts'
import type { SellerAccount } from '#server/features/payment-accounts/tokens.ts'
import { LONG_OUTAGE_ATTEMPTS, defineJob, enqueue } from '#server/jobs/queue.ts'

/**
 * The job that reads an order's payments from the provider and applies them to the order. The payments feature handles
 * the job.
 */
export const reconcileOrderJob = defineJob<{ orderId: string }>('reconcile_order', {
  lane: 'providerRead',
})

/**
 * The job that finds the open payment preferences of a seller that must expire. The payments feature handles the job.
 */
export const expireSellerPreferencesJob = defineJob<{ sellerId: number }>(
  'expire_seller_preferences',
  {
    maxAttempts: LONG_OUTAGE_ATTEMPTS,
  },
)

/**
 * The job that expires one payment preference at the provider, so that nobody can pay it. The payments feature handles
 * the job.
 */
export const expirePreferenceJob = defineJob<SellerAccount & { preferenceId: string }>(
  'expire_preference',
  { maxAttempts: LONG_OUTAGE_ATTEMPTS, lane: 'providerWrite' },
)

/** The orders that a buyer looks for: all of an email address, or the one with a number. */
export type OrderLookup = { email: string } | { number: string }

/** The job that emails a buyer the links to orders. */
export const resendOrderLinksJob = defineJob<OrderLookup>('resend_order_links', { lane: 'mail' })

/**
 * The job that emails the buyer of an order about an event and notifies its seller. `audience` restricts it to one of
 * them. The feature `order-emails` handles the job.
 */
export const tellOfOrderEventJob = defineJob<{
  eventId: number
  audience: 'all' | 'buyer' | 'seller'
}>('tell_of_order_event', { lane: 'mail', maxAttempts: LONG_OUTAGE_ATTEMPTS })

/**
 * The job that reminds a buyer of a voucher that is about to expire. `paymentId` is the provider's id. The feature
 * `order-emails` handles the job.
 */
export const remindOfVoucherJob = defineJob<{ orderId: string; paymentId: string }>(
  'remind_of_voucher',
  { lane: 'mail' },
)

/**
 * The job that tells a buyer that a payment was declined. `paymentId` is the provider's id. The feature `order-emails`
 * handles the job.
 */
export const emailDeclineJob = defineJob<{ orderId: string; paymentId: string }>('email_decline', {
  lane: 'mail',
})

/**
 * The job that reports an event to the service that its seller chose. The feature `conversions` handles the job, which
 * gives up by itself after a week; the attempts last longer.
 */
export const sendConversionJob = defineJob<{ eventId: number }>('send_conversion', {
  lane: 'conversions',
  maxAttempts: 1000,
  maxRetryDelayMs: 15 * 60_000,
})

/** The job that closes the downloads of files that were sold before malware was found in them. */
export const closeInfectedOrdersJob = defineJob<object>('close_infected_orders')

/**
 * The job that reminds a buyer to review what was downloaded. The product reviews feature handles the job.
 */
export const remindOfReviewsJob = defineJob<{ orderId: string }>('remind_of_reviews', {
  lane: 'mail',
})

/**
 * Enqueues the closing of the downloads of infected files. It is called by the scan that finds malware in a sold file.
 */
export function enqueueInfectedClosing(tx: Db): Promise<void> {
  return enqueue(tx, closeInfectedOrdersJob, {})
}

/** Enqueues the reconciliation of an order, unless a reconciliation is already waiting. */
export function enqueueReconciliation(tx: Db, orderId: string): Promise<void> {
  return enqueue(
    tx,
    reconcileOrderJob,
    { orderId },
    { dedupeKey: `${reconcileOrderJob.kind}:${orderId}` },
  )
}

/**
 * Enqueues a job that expires a seller's open payment preferences. It is called when a product is withdrawn, or when
 * the seller can no longer be paid. The job runs after the commit; a checkout that starts after the commit is refused.
 */
export function enqueuePreferenceExpiry(tx: Db, sellerId: number): Promise<void> {
  return enqueue(tx, expireSellerPreferencesJob, { sellerId })
}

/**
 * Enqueues the closing of the payment page of an order that is given up, unless the page was never opened or has
 * expired by itself.
 */
export async function enqueuePageClosing(
  tx: Db,
  {
    sellerId,
    collectorId,
    preferenceId,
    expiresAt,
  }: { sellerId: number; collectorId: string; preferenceId: string | null; expiresAt: Date },
): Promise<void> {
  if (preferenceId !== null && expiresAt > new Date())
    await enqueue(
      tx,
      expirePreferenceJob,
      { sellerId, collectorId, preferenceId },
      { dedupeKey: `${expirePreferenceJob.kind}:${preferenceId}` },
    )
}
