import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  findPayments,
  isMoneyReturned,
  notifySeller,
  recordOrderEvent,
  toPaymentStatus,
  transitionOrder,
} from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import type { PaymentsDeps } from '../deps.ts'
import { moneyOf } from '../order-money.ts'
import { saveSettlement } from '../settlement.ts'

/**
 * Ends the review of an order that was never delivered, since the payment that differed from its terms was refunded or
 * charged back. The order stays in review while another payment of it has not gone back to the buyer.
 */
export async function endReview(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
): Promise<void> {
  const to = toPaymentStatus(payment.status)
  if (!isMoneyReturned(to)) return
  const payments = await findPayments(tx, order.id)
  if (moneyOf(order, payments).held.length > 0) return
  await transitionOrder(tx, order, to, { reviewReason: null, heldAt: null })
  // Nothing of this order was earned, whatever amount and fee the payment had.
  const returned = { ...payment, refundedMinor: order.totalMinor, providerFeeMinor: 0 }
  await saveSettlement(tx, order, returned)
  const amountMinor = to === 'refunded' ? payment.refundedMinor : payment.amountMinor
  await recordOrderEvent(tx, order.id, to, { paymentId: payment.id, amountMinor })
  await notifySeller(deps, tx, order, {
    kind: to === 'refunded' ? 'refund' : 'chargeback',
    dedupeKey:
      to === 'refunded'
        ? `refund:${payment.id}:${payment.refundedMinor}`
        : `chargeback:${payment.id}`,
    amountMinor,
  })
}
