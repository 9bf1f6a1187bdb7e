import { eq, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { receiptNumbers, receipts, sellerTaxData } from '#server/db/schema/index.ts'
import type { OrderRow } from '../rules/rows.ts'
import type { TaxDataForm } from '#contract/tax-ids.ts'

/** A name and a tax id as they are stored: the tax id has only letters and digits. */
export type StoredTaxData = TaxDataForm

export type ReceiptRow = typeof receipts.$inferSelect

export async function findReceipt(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  const [receipt] = await selectReceipt(db).execute({ orderId })
  return receipt
}

const selectReceipt = prepareOnce(db =>
  db
    .select()
    .from(receipts)
    .where(eq(receipts.orderId, sql.placeholder('orderId')))
    .prepare('receipt'),
)

/**
 * Issues the receipt of a locked order that is paid, unless it has one, with the seller's next number and current tax
 * data. The number is taken in the caller's transaction, so that a rollback leaves no gap.
 */
export async function issueReceipt(
  tx: Transaction,
  { id: orderId, sellerId }: Pick<OrderRow, 'id' | 'sellerId'>,
): Promise<void> {
  const next = tx.$with('next').as(
    tx
      .insert(receiptNumbers)
      .select(sql`select ${sellerId}::int, 1 where not exists (
        select 1 from ${receipts} where ${receipts.orderId} = ${orderId})`)
      .onConflictDoUpdate({
        target: receiptNumbers.sellerId,
        set: { latest: sql`${receiptNumbers.latest} + 1` },
      })
      .returning({ number: receiptNumbers.latest }),
  )
  await tx
    .with(next)
    .insert(receipts)
    .select(
      tx
        .select({
          orderId: sql`${orderId}::uuid`.as('order_id'),
          sellerId: sql`${sellerId}::int`.as('seller_id'),
          number: next.number,
          sellerName: sellerTaxData.name,
          sellerTaxIdKind: sellerTaxData.taxIdKind,
          sellerTaxId: sellerTaxData.taxId,
          issuedAt: sql`now()`.as('issued_at'),
        })
        .from(next)
        .leftJoin(sellerTaxData, eq(sellerTaxData.userId, sellerId)),
    )
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
