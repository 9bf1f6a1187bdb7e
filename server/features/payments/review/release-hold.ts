import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { reopenGrants } from '#server/features/orders/delivery/grant-queries.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import {
  lockOrder,
  transitionOrder,
  recordOrderEvent,
  clearHold,
} from '#server/features/orders/queries.ts'

/**
 * Ends the hold of a fraud alert. What was delivered opens again; any other order is open and asked for at once: it
 * is delivered if a fresh look finds its right approved payment.
 * @throws ApiError PAYMENT_NOT_FOUND; PAYMENT_STATUS_ALREADY_SET where nothing is held
 */
export async function releaseHold(tx: Transaction, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  if (order.heldAt === null) throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'not held')
  await clearHold(tx, orderId)
  await recordOrderEvent(tx, orderId, 'released')
  if (order.state === 'approved') await reopenGrants(tx, orderId)
  if (order.state === 'review') await transitionOrder(tx, order, 'open')
  await enqueueReconciliation(tx, orderId)
}
