import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { findSellersToChange, setSalesClosed } from './sales-queries.ts'

/** Closes or opens the sales of every seller for whom this is due. */
export async function updateClosedSales(context: Context): Promise<void> {
  await runTransaction(context.db, tx => updateSalesOf(context, tx))
}

/**
 * Closes the sales of sellers whose refunds MercadoPago has refused for more than five days, and opens those of sellers
 * who have no such refund any more. Open payment pages expire, and buyers who wait for a product are told.
 * @param sellerId restricts this to one seller
 */
export async function updateSalesOf(
  context: Context,
  tx: Transaction,
  sellerId?: number,
): Promise<void> {
  for (const { id, isOverdue } of await findSellersToChange(tx, sellerId)) {
    await setSalesClosed(tx, id, isOverdue)
    await (isOverdue ? context.onSalesClosed : context.onSalesOpened)(tx, id)
  }
}
