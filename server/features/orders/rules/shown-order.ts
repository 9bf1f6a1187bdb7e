import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { OrderRow, PaymentRow } from './rows.ts'
import { findDisputedPart } from './payment-parts.ts'
import { deriveShownOrderState, findDecisiveAttempt, toPaymentStatus } from './payment-state.ts'

/**
 * Finds the attempt to pay that decides how an order is shown, and the state that results from it. Of an order that was
 * paid in parts and charged back, it is the part whose chargeback closed it.
 * @param attempts newest first
 */
export function deriveShownState<
  P extends Pick<PaymentRow, 'id' | 'status' | 'statusDetail' | 'isPart'>,
>(order: Pick<OrderRow, 'state' | 'approvedPaymentId'>, attempts: readonly P[]) {
  const decisive =
    (order.state === 'charged_back' ? findDisputedPart(attempts) : undefined) ??
    findDecisiveAttempt(attempts, order.approvedPaymentId)
  const status = decisive && toPaymentStatus(decisive.status)
  return { decisive, state: deriveShownOrderState(order.state, status) }
}

/** Serializes what the buyer, the seller and the admins see alike of an order. */
export const serializeOrderHead = (order: OrderRow, attempts: readonly PaymentRow[]) => ({
  orderId: order.id,
  number: order.number,
  createdAt: order.createdAt.toISOString(),
  state: deriveShownState(order, attempts).state,
  payerEmail: maskBuyerEmail(order.payerEmail),
  currency: order.currency,
})
