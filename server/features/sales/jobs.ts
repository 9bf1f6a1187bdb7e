import { ProviderError } from '#server/adapters/payments/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { readingToken } from '#server/features/sellers/service.ts'
import { enqueue } from '#server/jobs/job.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { SalesDeps } from './deps.ts'
import { askForOrder, closePreference, enqueueAsk, readNotice, refundPayment } from './job-kinds.ts'
import { handleNotice } from './notices.ts'
import { findDueOrders, findOpenOrdersOfSeller } from './queries.ts'
import { checkOrder, planNextCheck } from './reconcile.ts'
import { performRefund } from './refunds/refund.ts'

const LOOK_FOR_DUE_MS = 10_000
const DUE_AT_ONCE = 50

/** A seller's sales closed: nobody may pay on a page that is still open. */
export async function closeOpenPreferences(tx: Transaction, sellerId: number): Promise<void> {
  for (const { preferenceId, collectorId } of await findOpenOrdersOfSeller(tx, sellerId))
    if (preferenceId) await enqueue(tx, closePreference, { sellerId, collectorId, preferenceId })
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
  worker.handle(refundPayment, ({ refundId }) => performRefund(deps, refundId))
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
