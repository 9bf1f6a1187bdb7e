import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { withSellerToken } from '#server/features/payment-accounts/service.ts'
import {
  computeNextReconciliation,
  findOrder,
  findPayments,
  isPaymentPending,
  lockOrder,
  recordOrderEvent,
  runOrderTransaction,
  toPaymentStatus,
  transitionOrder,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { fetchAndApplyPayment } from './apply-payment.ts'
import type { PaymentsDeps } from './deps.ts'
import { scheduleReconciliation } from './queries.ts'
import { sendToReview } from './review/send-to-review.ts'

/**
 * Reads all payments of an order from the provider and applies them, in case a webhook event was lost. An order without
 * a pending payment expires after its deadline. An order whose payments can no longer be read goes to review.
 */
export async function reconcileOrder(deps: PaymentsDeps, orderId: string): Promise<void> {
  const order = await findOrder(deps.db, orderId)
  if (!order) return
  try {
    const foundIds = await withSellerToken(deps.paymentAccounts, order, accessToken =>
      deps.provider.findPayments(accessToken, order.id),
    )
    // The provider's search can be outdated, so every payment is read by its id, including stored payments that the
    // search did not find.
    const storedIds = (await findPayments(deps.db, order.id)).map(({ id }) => id)
    for (const id of new Set([...storedIds, ...foundIds].toReversed()))
      await fetchAndApplyPayment(deps, order, id)
    await expireIfOverdue(deps, order.id)
  } catch (error) {
    if (!isPermissionGone(error)) throw error
    await runOrderTransaction(deps, order.id, async tx => {
      const lockedOrder = await lockOrder(tx, order.id)
      if (lockedOrder?.state === 'open')
        await sendToReview(deps, tx, lockedOrder, { reason: 'account_unreadable' })
    })
  }
}

/** Tells whether an error means that the seller's authorization has ended for good, so that a retry would not help. */
function isPermissionGone(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.code === 'INVALID_REFRESH_TOKEN' || error.code === 'DIFFERENT_SELLERS_PRODUCT'
  return error instanceof ProviderError && error.fault === 'unauthorized'
}

async function expireIfOverdue({ db }: PaymentsDeps, orderId: string): Promise<void> {
  await runTransaction(db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'open' || order.expiresAt > new Date()) return
    const attempts = await findPayments(tx, orderId)
    if (attempts.some(({ status }) => isPaymentPending(toPaymentStatus(status)))) return
    await transitionOrder(tx, order, 'expired')
    await recordOrderEvent(tx, orderId, 'expired')
  })
}

/** Schedules the next reconciliation of an order, when its current reconciliation is enqueued. */
export async function scheduleNextReconciliation(
  tx: Transaction,
  { id, createdAt, checks }: { id: string; createdAt: Date; checks: number },
): Promise<void> {
  const nextCheckAt = computeNextReconciliation(createdAt, checks + 1, new Date()) ?? null
  await scheduleReconciliation(tx, id, checks + 1, nextCheckAt)
}
