import type { Transaction } from '#server/db/client.ts'
import {
  enqueueReconciliation,
  lockOrder,
  recordOrderEvent,
  reopenGrants,
  transitionOrder,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { clearHold } from './queries.ts'

/**
 * Ends the hold that a fraud alert put on an order. The downloads of a delivered order open again. An order in review
 * becomes open and is reconciled at once: it is delivered if the provider confirms its approved payment.
 * @throws ApiError PAYMENT_NOT_FOUND; PAYMENT_STATUS_ALREADY_SET if there is no hold
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
