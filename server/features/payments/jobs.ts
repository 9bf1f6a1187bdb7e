import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { readOnlyToken } from '#server/features/payment-accounts/service.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { OrdersDeps } from '../orders/deps.ts'
import {
  reconcileOrderJob,
  expireSellerPreferencesJob,
  expirePreferenceJob,
  enqueueReconciliation,
  processWebhookEventJob,
  refundPaymentJob,
  resendOrderLinksJob,
} from '../orders/job-kinds.ts'
import { processWebhookEvent } from './webhook/webhook.ts'
import { resendOrderLinks } from '../orders/order.ts'
import { findOrdersDueForCheck } from './check-queries.ts'
import { findPreferencesToExpire } from './preference-queries.ts'
import { reconcileOrder, scheduleNextCheck } from './reconcile.ts'
import { performRefund } from './refunds/refund.ts'

const LOOK_FOR_DUE_MS = 10_000
const DUE_AT_ONCE = 50

/**
 * Something of a seller is not for sale any more: nobody may pay on a page that is still open for it. The job
 * looks for these pages after the commit, so that one which opens meanwhile is found by it, or finds out itself.
 */
export function enqueuePreferenceExpiry(tx: Transaction, sellerId: number): Promise<void> {
  return enqueue(tx, expireSellerPreferencesJob, { sellerId })
}

export function paymentsJobs(worker: Worker, deps: OrdersDeps): void {
  worker.handle(processWebhookEventJob, ({ noticeId }) => processWebhookEvent(deps, noticeId))
  worker.handle(reconcileOrderJob, ({ orderId }) =>
    reconcileOrder(deps, orderId).catch((error: unknown) => {
      // The next look is planned already; tries of this one would only pile up.
      if (!(error instanceof ProviderError) || error.fault !== 'unavailable') throw error
      deps.log.warn({ err: error, order: orderId }, 'the provider could not be asked')
    }),
  )
  worker.handle(resendOrderLinksJob, ({ email }) => resendOrderLinks(deps, email))
  worker.handle(refundPaymentJob, ({ refundId }) => performRefund(deps, refundId))
  worker.handle(expireSellerPreferencesJob, ({ sellerId }) =>
    deps.db.transaction(async tx => {
      for (const { preferenceId, collectorId } of await findPreferencesToExpire(tx, sellerId))
        if (preferenceId)
          await enqueue(tx, expirePreferenceJob, { sellerId, collectorId, preferenceId })
    }),
  )
  worker.handle(expirePreferenceJob, async ({ preferenceId, ...seller }) => {
    const accessToken = await readOnlyToken(deps.sellers, seller)
    if (!accessToken) return
    await deps.payments.expirePreference(accessToken, preferenceId).catch((error: unknown) => {
      // A permission that is gone closed the page by itself.
      if (!(error instanceof ProviderError) || error.fault !== 'unauthorized') throw error
    })
  })
  worker.schedule('look_for_due_orders', LOOK_FOR_DUE_MS, () =>
    deps.db.transaction(async tx => {
      for (const order of await findOrdersDueForCheck(tx, DUE_AT_ONCE)) {
        await enqueueReconciliation(tx, order.id)
        await scheduleNextCheck(tx, order)
      }
    }),
  )
}
