import { sum } from '#contract/core/sum.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { isMoneyHeld, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'

/** Which payments of an order hold money of its buyer. */
export interface OrderMoney {
  /** All payments whose money has not gone back, in whichever account it arrived. */
  held: PaymentRow[]
  /** The payments that paid the order. */
  paying: PaymentRow[]
  /** The others, such as a second payment, or a part of the total whose rest did not come. */
  surplus: PaymentRow[]
  /** What a refund of the order returns: the payments that paid it, or whatever came in for an unpaid one. */
  refundable: PaymentRow[]
  /** What is left of the refundable payments, in minor units. */
  refundableMinor: number
}

/** Tells which payments of an order hold money of its buyer, in the account that the order was made for. */
export function moneyOf(
  order: Pick<OrderRow, 'approvedPaymentId' | 'collectorId'>,
  payments: readonly PaymentRow[],
): OrderMoney {
  const held = payments.filter(({ status }) => isMoneyHeld(toPaymentStatus(status)))
  const own = held.filter(({ collectorId }) => collectorId === order.collectorId)
  const isPaying = ({ id, isPart }: PaymentRow) => isPart || id === order.approvedPaymentId
  const paying = own.filter(isPaying)
  const surplus = own.filter(payment => !isPaying(payment))
  const refundable = order.approvedPaymentId === null ? own : paying
  return {
    held,
    paying,
    surplus,
    refundable,
    refundableMinor: sum(
      refundable.map(({ amountMinor, refundedMinor }) => amountMinor - refundedMinor),
    ),
  }
}

/** Tells whether a payment can be refunded: its money has arrived in the account that the order was made for. */
export function isRefundable(payment: PaymentRow, order: Pick<OrderRow, 'collectorId'>): boolean {
  return isMoneyHeld(toPaymentStatus(payment.status)) && payment.collectorId === order.collectorId
}
