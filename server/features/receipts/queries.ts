import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { orders, receiptBuyers, sellerTaxData } from '#server/db/schema/index.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import type { StoredTaxData } from '#server/features/orders/delivery/issue-receipt.ts'

/** Finds the name and tax id that the buyer of an order gave last. */
export async function findReceiptBuyer(
  db: Db,
  orderId: string,
): Promise<StoredTaxData | undefined> {
  const [buyer] = await selectReceiptBuyer(db).execute({ orderId })
  return buyer
}

const selectReceiptBuyer = prepareOnce(db =>
  db
    .select({
      name: receiptBuyers.name,
      taxIdKind: receiptBuyers.taxIdKind,
      taxId: receiptBuyers.taxId,
    })
    .from(receiptBuyers)
    .where(eq(receiptBuyers.orderId, sql.placeholder('orderId')))
    .orderBy(desc(receiptBuyers.id))
    .limit(1)
    .prepare('receipt_buyer'),
)

/** Stores a new version of the buyer's name and tax id, and returns its id. */
export async function insertReceiptBuyer(
  db: Db,
  orderId: string,
  buyer: StoredTaxData,
): Promise<number> {
  const [row] = await db
    .insert(receiptBuyers)
    .values({ orderId, ...buyer })
    .returning({ id: receiptBuyers.id })
  return row!.id
}

export async function upsertSellerTaxData(
  db: Db,
  userId: number,
  taxData: StoredTaxData,
): Promise<void> {
  await db
    .insert(sellerTaxData)
    .values({ userId, ...taxData })
    .onConflictDoUpdate({ target: sellerTaxData.userId, set: taxData })
}

export async function eraseTaxData(db: Db, userId: number): Promise<void> {
  await db.delete(sellerTaxData).where(eq(sellerTaxData.userId, userId))
}

/** Finds a seller's own order. */
export async function findOrderOfSeller(
  db: Db,
  sellerId: number,
  orderId: string,
): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.sellerId, sellerId)))
  return order
}
