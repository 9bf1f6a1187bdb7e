import type { ReviewReason } from '#contract/orders/events.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { transitionOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { informAdmins } from '../admin-email/admin-email.ts'

/**
 * Moves an order to review, so that nothing is delivered, and tells the admins, the buyer and the seller. A delivered
 * order keeps its state, and only its history tells of it.
 * @param audience who is told beside the admins, if another event does not tell them
 */
export async function sendToReview(
  tx: Transaction,
  order: OrderRow,
  { reason, paymentId }: { reason: ReviewReason; paymentId?: string },
  audience: 'all' | 'nobody' = 'all',
): Promise<void> {
  const isMoved = order.state === 'open' || order.state === 'expired'
  const data = { reason, ...(paymentId !== undefined && { paymentId }) }
  await recordOrderEvent(tx, order.id, 'review', data, isMoved ? audience : 'nobody')
  if (!isMoved) return
  await transitionOrder(tx, order, 'review', { reviewReason: reason })
  await informAdmins(tx, order.id)
}
