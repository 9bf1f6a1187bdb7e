import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { readingToken } from '#server/features/payment-accounts/service.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { SalesDeps } from '../orders/deps.ts'
import {
  askForOrder,
  closePages,
  closePreference,
  enqueueAsk,
  readNotice,
  refundPayment,
  resendLinks,
} from '../orders/job-kinds.ts'
import { handleNotice } from './webhook/webhook.ts'
import { resendOrders } from '../orders/order.ts'
import { findDueOrders } from './check-queries.ts'
import { findPagesToClose } from './preference-queries.ts'
import { checkOrder, planNextCheck } from './reconcile.ts'
import { performRefund } from './refunds/refund.ts'

const LOOK_FOR_DUE_MS = 10_000
const DUE_AT_ONCE = 50

/**
 * Something of a seller is not for sale any more: nobody may pay on a page that is still open for it. The job
 * looks for these pages after the commit, so that one which opens meanwhile is found by it, or finds out itself.
 */
export function closeOpenPages(tx: Transaction, sellerId: number): Promise<void> {
  return enqueue(tx, closePages, { sellerId })
}

export function salesJobs(worker: Worker, deps: SalesDeps): void {
  worker.handle(readNotice, ({ noticeId }) => handleNotice(deps, noticeId))
  worker.handle(askForOrder, ({ orderId }) =>
    checkOrder(deps, orderId).catch((error: unknown) => {
      // The next look is planned already; tries of this one would only pile up.
      if (!(error instanceof ProviderError) || error.fault !== 'unavailable') throw error
      deps.log.warn({ err: error, order: orderId }, 'the provider could not be asked')
    }),
  )
  worker.handle(resendLinks, ({ email }) => resendOrders(deps, email))
  worker.handle(refundPayment, ({ refundId }) => performRefund(deps, refundId))
  worker.handle(closePages, ({ sellerId }) =>
    deps.db.transaction(async tx => {
      for (const { preferenceId, collectorId } of await findPagesToClose(tx, sellerId))
        if (preferenceId)
          await enqueue(tx, closePreference, { sellerId, collectorId, preferenceId })
    }),
  )
  worker.handle(closePreference, async ({ preferenceId, ...seller }) => {
    const accessToken = await readingToken(deps.sellers, seller)
    if (!accessToken) return
    await deps.payments.closePreference(accessToken, preferenceId).catch((error: unknown) => {
      // A permission that is gone closed the page by itself.
      if (!(error instanceof ProviderError) || error.fault !== 'unauthorized') throw error
    })
  })
  worker.schedule('look_for_due_orders', LOOK_FOR_DUE_MS, () =>
    deps.db.transaction(async tx => {
      for (const order of await findDueOrders(tx, DUE_AT_ONCE)) {
        await enqueueAsk(tx, order.id)
        await planNextCheck(tx, order)
      }
    }),
  )
}
