import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  findPayments,
  isMoneyReturned,
  toPaymentStatus,
  transitionOrder,
} from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { moneyOf } from '../order-money.ts'
import { recordChargeback, recordRefund } from '../refunds/money-events.ts'
import { saveSettlement } from '../settlement.ts'

/**
 * Ends the review of an order that was never delivered, since the payment that differed from its terms was refunded or
 * charged back. The order stays in review while another payment of it has not gone back to the buyer.
 * @returns whether the review has ended
 */
export async function endReview(
  tx: Transaction,
  order: OrderRow,
  payment: ProviderPayment,
): Promise<boolean> {
  const to = toPaymentStatus(payment.status)
  if (!isMoneyReturned(to)) return false
  const payments = await findPayments(tx, order.id)
  if (moneyOf(order, payments).held.length > 0) return false
  await transitionOrder(tx, order, to, { reviewReason: null, heldAt: null })
  // Nothing of this order was earned, whatever amount and fee the payment had.
  const returned = { ...payment, refundedMinor: order.totalMinor, providerFeeMinor: 0 }
  await saveSettlement(tx, order, returned)
  if (to === 'refunded')
    await recordRefund(tx, order.id, 'refunded', payment, payment.refundedMinor)
  else await recordChargeback(tx, order.id, payment)
  return true
}
