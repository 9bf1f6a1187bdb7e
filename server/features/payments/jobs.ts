import { HOUR_MS } from '#contract/core/time.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import {
  expirePreferenceJob,
  expireSellerPreferencesJob,
  reconcileOrderJob,
} from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { enqueuePreferenceExpiries, expirePreference } from './expire-preferences.ts'
import { mailReviewsJob, processWebhookEventJob, refundPaymentJob } from './job-kinds.ts'
import { sumCommissionOfDays } from './ledger/commission-queries.ts'
import { bookUnbookedPayments } from './ledger/book-payments.ts'
import { returnSurplusOfOrders } from './refunds/return-surplus.ts'
import { repeatReconciliation } from './queries.ts'
import { enqueueDueReconciliations, reconcileOrder } from './reconcile.ts'
import { enqueueAbandonedRefunds, performRefund } from './perform-refund.ts'
import { mailReviews } from './admin-email/admin-email.ts'
import { processWebhookEvent } from './webhook/webhook.ts'

const DUE_ORDERS_INTERVAL_MS = 10_000
/** A reconciliation that failed because the provider is unavailable is repeated after this time. */
const REPEAT_MS = 5 * 60_000
const BOOKING_INTERVAL_MS = 10 * 60_000
const FOLLOW_REFUNDS_INTERVAL_MS = HOUR_MS

export function registerPaymentsJobs(worker: Worker, context: Context): void {
  const { db, log } = context
  worker.handle(processWebhookEventJob, ({ eventId }) => processWebhookEvent(context, eventId))
  worker.handle(reconcileOrderJob, ({ orderId }) =>
    reconcileOrder(context, orderId).catch(async (error: unknown) => {
      // If the provider is unavailable, the job is not retried. The reconciliation counts as not made: it is repeated
      // soon, also by orders whose next one would be a day later.
      if (!(error instanceof ProviderError) || error.fault !== 'unavailable') throw error
      log.warn({ err: error, order: orderId }, 'the provider could not be asked')
      await repeatReconciliation(db, orderId, new Date(Date.now() + REPEAT_MS))
    }),
  )
  worker.schedule('book_payments', BOOKING_INTERVAL_MS, async () => {
    await bookUnbookedPayments(db)
  })
  worker.schedule('sum_commission', HOUR_MS, () => sumCommissionOfDays(db, new Date()))
  worker.handle(mailReviewsJob, () => mailReviews(context))
  worker.handle(refundPaymentJob, ({ refundId }) => performRefund(context, refundId))
  worker.schedule('follow_refunds', FOLLOW_REFUNDS_INTERVAL_MS, async () => {
    await enqueueAbandonedRefunds(context)
    await returnSurplusOfOrders(context)
  })
  worker.handle(expireSellerPreferencesJob, ({ sellerId }) =>
    enqueuePreferenceExpiries(context, sellerId),
  )
  worker.handle(expirePreferenceJob, ({ preferenceId, ...seller }) =>
    expirePreference(context, seller, preferenceId),
  )
  worker.schedule('reconcile_orders', DUE_ORDERS_INTERVAL_MS, () =>
    enqueueDueReconciliations(context),
  )
}
