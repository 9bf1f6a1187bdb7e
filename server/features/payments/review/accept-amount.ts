import { splitByShare } from '#contract/core/money.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { findOrderItems, findOrder } from '#server/features/orders/queries.ts'
import { saveAmounts, saveItemPrice } from './queries.ts'

/**
 * Changes an order that an admin delivers to the amount that came in, so that the sale, its export and
 * the ledger show the money that was really received. The amount is split over the items by their prices. The
 * commission stays the agreed one, and the ledger has what the provider deducted less or more.
 * @returns the changed order
 */
export async function acceptAmount(
  tx: Transaction,
  order: OrderRow,
  { amountMinor, currency }: Pick<PaymentRow, 'amountMinor' | 'currency'>,
): Promise<OrderRow> {
  if (amountMinor === order.totalMinor && currency === order.currency) return order
  const items = await findOrderItems(tx, order.id)
  const prices = splitByShare(
    amountMinor,
    items.map(({ priceMinor }) => priceMinor),
    currency,
  )
  const feeMinor = Math.min(order.feeMinor, amountMinor)
  const fees = splitByShare(feeMinor, prices, currency)
  for (const [index, { id }] of items.entries()) {
    const priceMinor = prices[index]!
    const fee = fees[index]!
    await saveItemPrice(tx, id, {
      currency,
      priceMinor,
      feeMinor: fee,
      feePercent: priceMinor === 0 ? 0 : Math.round((fee / priceMinor) * 100),
      sellerShareMinor: priceMinor - fee,
    })
  }
  await saveAmounts(tx, order.id, { currency, totalMinor: amountMinor, feeMinor })
  return (await findOrder(tx, order.id))!
}
