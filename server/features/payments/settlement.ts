import type { Transaction } from '#server/db/client.ts'
import { freeReturnedCredits } from '#server/features/orders/credit-queries.ts'
import { type OrderItemRow, lockSoldProducts } from '#server/features/orders/queries.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { saveOrderItemAmounts } from './queries.ts'
import { findItemRefunds } from './refunds/queries.ts'
import { settleItems } from './refunds/partial/settle-items.ts'

/** What the items of an order are settled with: a payment, or several that together paid the order. */
export type SettlingPayment = Pick<
  ProviderPayment,
  'status' | 'providerFeeMinor' | 'refundedMinor' | 'returnedApplicationFeeMinor'
> & {
  /** What several payments of the order returned to the buyer together. */
  returnedMinor?: number
}

/**
 * Splits the provider's fee and the refunded amount of a payment over the items of the order, and stores the parts.
 * What refunds of items have returned counts for these items, and the rest for the others in proportion to their
 * prices.
 * @param items all items of the order, as they are stored
 */
export async function saveSettlement(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
  payment: SettlingPayment,
): Promise<void> {
  // After a chargeback, the whole amount counts as refunded, although the provider reports no refund.
  const isChargedBack = toPaymentStatus(payment.status) === 'charged_back'
  const refundedMinor = isChargedBack ? order.totalMinor : payment.refundedMinor
  const returnedMinor = payment.returnedMinor ?? refundedMinor
  const settlements = settleItems(
    items,
    {
      returnedMinor,
      providerFeeMinor: payment.providerFeeMinor,
      returnedCommissionMinor: isChargedBack ? null : payment.returnedApplicationFeeMinor,
      currency: order.currency,
    },
    returnedMinor === 0 ? [] : await findItemRefunds(tx, order.id),
  )
  const isRefundChanged = items.some(
    ({ refundedMinor }, index) => refundedMinor !== settlements[index]!.refundedMinor,
  )
  if (isRefundChanged) await lockSoldProducts(tx, order.id)
  for (const [index, { id }] of items.entries())
    await saveOrderItemAmounts(tx, id, settlements[index]!)
  if (isRefundChanged && order.creditMinor !== null) await freeReturnedCredits(tx, order.id)
}
