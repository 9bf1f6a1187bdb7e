import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import {
  orders,
  receiptBuyers,
  receiptNumbers,
  receipts,
  sellerTaxData,
} from '#server/db/schema/index.ts'
import type { OrderRow } from '../queries.ts'
import type { StoredTaxData } from './tax-id.ts'

export type ReceiptRow = typeof receipts.$inferSelect

export async function findReceipt(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  const [receipt] = await db.select().from(receipts).where(eq(receipts.orderId, orderId))
  return receipt
}

/**
 * Issues the receipt of a locked order with the seller's next number and current tax data. The number is taken in the
 * caller's transaction, so that a rollback leaves no gap.
 */
export async function insertReceipt(
  tx: Transaction,
  { id: orderId, sellerId }: OrderRow,
): Promise<ReceiptRow> {
  const taxData = await findSellerTaxData(tx, sellerId)
  const [next] = await tx
    .insert(receiptNumbers)
    .values({ sellerId, latest: 1 })
    .onConflictDoUpdate({
      target: receiptNumbers.sellerId,
      set: { latest: sql`${receiptNumbers.latest} + 1` },
    })
    .returning({ number: receiptNumbers.latest })
  const [receipt] = await tx
    .insert(receipts)
    .values({
      orderId,
      sellerId,
      number: next!.number,
      sellerName: taxData?.name ?? null,
      sellerTaxIdKind: taxData?.taxIdKind ?? null,
      sellerTaxId: taxData?.taxId ?? null,
    })
    .returning()
  return receipt!
}

/** Finds the name and tax id that the buyer of an order gave last. */
export async function findReceiptBuyer(
  db: Db,
  orderId: string,
): Promise<StoredTaxData | undefined> {
  const [buyer] = await db
    .select({
      name: receiptBuyers.name,
      taxIdKind: receiptBuyers.taxIdKind,
      taxId: receiptBuyers.taxId,
    })
    .from(receiptBuyers)
    .where(eq(receiptBuyers.orderId, orderId))
    .orderBy(desc(receiptBuyers.id))
    .limit(1)
  return buyer
}

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

export async function findSellerTaxData(
  db: Db,
  userId: number,
): Promise<StoredTaxData | undefined> {
  const [taxData] = await db
    .select({
      name: sellerTaxData.name,
      taxIdKind: sellerTaxData.taxIdKind,
      taxId: sellerTaxData.taxId,
    })
    .from(sellerTaxData)
    .where(eq(sellerTaxData.userId, userId))
  return taxData
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
