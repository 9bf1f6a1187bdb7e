import { type OrderRow, type PaymentRow, toPaymentStatus } from '#server/features/orders/service.ts'

/** Which payments of an order hold money of its buyer. */
export interface OrderMoney {
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
  const held = payments.filter(payment => isRefundable(payment, order))
  const isPaying = ({ id, isPart }: PaymentRow) => isPart || id === order.approvedPaymentId
  const paying = held.filter(isPaying)
  const surplus = held.filter(payment => !isPaying(payment))
  const refundable = order.approvedPaymentId === null ? held : paying
  return {
    paying,
    surplus,
    refundable,
    refundableMinor: refundable.reduce(
      (sum, { amountMinor, refundedMinor }) => sum + amountMinor - refundedMinor,
      0,
    ),
  }
}

/** Tells whether a payment can be refunded: its money has arrived in the account that the order was made for. */
export function isRefundable(payment: PaymentRow, order: Pick<OrderRow, 'collectorId'>): boolean {
  const status = toPaymentStatus(payment.status)
  return (
    (status === 'approved' || status === 'in_mediation') &&
    payment.collectorId === order.collectorId
  )
}
