import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { findSellersToChange, setSalesClosed } from './sales-queries.ts'

/** Closes or opens the sales of every seller for whom this is due. */
export async function updateClosedSales(deps: Context): Promise<void> {
  await runTransaction(deps.db, tx => updateSalesOf(deps, tx))
}

/**
 * Closes the sales of sellers whose refunds MercadoPago has refused for more than five days, and opens those of sellers
 * who have no such refund any more. Open payment pages expire, and buyers who wait for a product are told.
 * @param sellerId restricts this to one seller
 */
export async function updateSalesOf(
  deps: Context,
  tx: Transaction,
  sellerId?: number,
): Promise<void> {
  for (const { id, isOverdue } of await findSellersToChange(tx, sellerId)) {
    await setSalesClosed(tx, id, isOverdue)
    await (isOverdue ? deps.onSalesClosed : deps.onSalesOpened)(tx, id)
  }
}
