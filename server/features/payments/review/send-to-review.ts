import type { ReviewReason } from '#contract/orders/events.ts'
import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  notifySeller,
  recordOrderEvent,
  transitionOrder,
} from '#server/features/orders/service.ts'
import type { PaymentsDeps } from '../deps.ts'
import { informAdmins } from './admin-email.ts'

/**
 * Moves an order to review, so that nothing is delivered, and notifies the admins and the seller of the reason. A
 * delivered order keeps its state.
 */
export async function sendToReview(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  { reason, paymentId }: { reason: ReviewReason; paymentId?: string },
): Promise<void> {
  await recordOrderEvent(tx, order.id, 'review', { reason, paymentId })
  if (order.state !== 'open' && order.state !== 'expired') return
  await transitionOrder(tx, order, 'review', { reviewReason: reason })
  await informAdmins(tx, order.id)
  await notifySeller(deps, tx, order, {
    kind: 'order_review',
    dedupeKey: `order_review:${order.id}:${reason}`,
    review: reason,
  })
}
