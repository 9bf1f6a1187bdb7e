import { splitByShare } from '#contract/core/money.ts'
import type { Transaction } from '#server/db/client.ts'
import { type OrderRow, findOrderItems, toPaymentStatus } from '#server/features/orders/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'
import { computeNetAmount } from './net-amount.ts'
import { saveOrderItemAmounts } from './queries.ts'

/**
 * Splits the provider's fee and the refunded amount of a payment over the items of the order, in proportion to their
 * prices, and stores the parts. `returnedMinor` is what several payments of the order returned to the buyer together.
 */
export async function saveSettlement(
  tx: Transaction,
  order: OrderRow,
  payment: Pick<ProviderPayment, 'status' | 'providerFeeMinor' | 'refundedMinor'> & {
    returnedMinor?: number
  },
): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  const prices = items.map(({ priceMinor }) => priceMinor)
  const fees =
    payment.providerFeeMinor === null ? undefined : splitByShare(payment.providerFeeMinor, prices)
  // After a chargeback, the whole amount counts as refunded, although the provider reports no refund.
  const isChargedBack = toPaymentStatus(payment.status) === 'charged_back'
  const returnedMinor = isChargedBack ? order.totalMinor : payment.refundedMinor
  const refunds = splitByShare(payment.returnedMinor ?? returnedMinor, prices)
  for (const [index, { id, priceMinor, sellerShareMinor }] of items.entries()) {
    const refundedMinor = refunds[index]!
    const providerFeeMinor = fees?.[index] ?? null
    const netMinor = computeNetAmount({
      priceMinor,
      sellerShareMinor,
      providerFeeMinor,
      refundedMinor,
    })
    await saveOrderItemAmounts(tx, id, { providerFeeMinor, refundedMinor, netMinor })
  }
}
