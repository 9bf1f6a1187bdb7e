import { type Refund, RefundRefusal, type SalePayment } from '#contract/sales/order.ts'
import type { OrderRow, PaymentRow } from '../orders/queries.ts'
import { parseOrNull } from './timeline.ts'
import { isRefundable } from '../payments/refunds/refund.ts'
import type { RefundRow } from '../payments/refunds/queries.ts'

/**
 * An order's attempts to pay, with what was asked back of each.
 * @param refunds newest first
 */
export function serializePayments(
  order: OrderRow,
  attempts: PaymentRow[],
  refunds: RefundRow[],
): SalePayment[] {
  return attempts.map(payment => {
    const refund = refunds.find(({ paymentId }) => paymentId === payment.id)
    const underway = refund !== undefined && refund.state !== 'refused'
    return {
      id: payment.id,
      status: payment.status,
      method: payment.method,
      methodType: payment.methodType,
      amountMinor: payment.amountMinor,
      refundedMinor: payment.refundedMinor,
      providerFeeMinor: payment.providerFeeMinor,
      createdAt: payment.providerCreatedAt?.toISOString() ?? null,
      updatedAt: payment.providerUpdatedAt?.toISOString() ?? null,
      bought: payment.id === order.approvedPaymentId,
      refundDue: payment.refundDue,
      canRefund: !underway && isRefundable(payment, order),
      refund: refund ? serializeRefund(refund) : null,
    }
  })
}

function serializeRefund(refund: RefundRow): Refund {
  return {
    state: refund.state === 'sent' ? 'requested' : refund.state,
    requestedAt: refund.createdAt.toISOString(),
    settledAt: refund.settledAt?.toISOString() ?? null,
    reason: refund.reason,
    refusal: parseOrNull(RefundRefusal, refund.refusal),
  }
}
