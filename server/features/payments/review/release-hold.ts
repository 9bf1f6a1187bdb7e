import type { Transaction } from '#server/db/client.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { findPayments, lockOrder, transitionOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { reopenGrants } from '#server/features/orders/grant-queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { returnSurplus } from '../refunds/return-surplus.ts'
import { clearFraudHold } from './queries.ts'

/**
 * Ends the hold that a fraud alert put on an order. If the order was delivered, its downloads open again,
 * and a surplus payment goes back. If the order is in review, it becomes open and is reconciled at once; it is
 * delivered if the provider confirms the payment.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_SET if the order is not on hold
 */
export async function releaseHold(tx: Transaction, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  if (order.heldAt === null) throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'not held')
  await clearFraudHold(tx, orderId)
  if (order.state === 'approved') {
    await reopenGrants(tx, orderId)
    await returnSurplus(tx, { ...order, heldAt: null })
  }
  if (order.state === 'review') await transitionOrder(tx, order, 'open')
  // The delivery follows at once, with its own email, if the payment is already approved.
  const isPaid = (await findPayments(tx, orderId)).some(({ status }) => status === 'approved')
  const isDeliveryComing = order.state !== 'approved' && isPaid
  await recordOrderEvent(tx, orderId, 'released', {}, isDeliveryComing ? 'nobody' : 'all')
  await enqueueReconciliation(tx, orderId)
}
