import type { UnmatchedPaymentRow } from '#server/features/payments/unmatched-queries.ts'
import { and, asc, desc, eq, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import {
  editionFiles,
  orders,
  paymentAccounts,
  productEditions,
  productFiles,
  products,
  refunds,
  unmatchedPayments,
} from '#server/db/schema/index.ts'

export async function lockUnmatchedPayment(
  tx: Transaction,
  id: string,
): Promise<UnmatchedPaymentRow | undefined> {
  const [row] = await tx
    .select()
    .from(unmatchedPayments)
    .where(eq(unmatchedPayments.id, id))
    .for('update')
  return row
}

/**
 * Makes decisions about the payments of an order that does not exist wait for each other until the transaction ends.
 */
export async function lockLostOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 0))`)
}

/** Finds the refunds of payments that match no order, newest first. */
export function findRefundsOfPayments(db: Db, paymentIds: string[]) {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, paymentIds))
    .orderBy(desc(refunds.createdAt))
}

/** Finds the refunds of all payments that name an order which does not exist. */
export function findRefundsOfLostOrder(db: Db, orderId: string) {
  return db
    .select({ id: refunds.id, state: refunds.state })
    .from(refunds)
    .innerJoin(unmatchedPayments, eq(unmatchedPayments.id, refunds.paymentId))
    .where(eq(unmatchedPayments.orderId, orderId))
}

/** Attaches the refunds of an order's payments, all of which were refused, to the order that was rebuilt. */
export async function attachRefunds(tx: Db, orderId: string, ids: string[]): Promise<void> {
  await tx.update(refunds).set({ orderId }).where(inArray(refunds.id, ids))
}

export async function markDismissed(tx: Db, id: string): Promise<void> {
  await tx
    .update(unmatchedPayments)
    .set({ dismissedAt: new Date() })
    .where(eq(unmatchedPayments.id, id))
}

/** Marks a payment as one whose order was rebuilt. */
export async function markRebuilt(tx: Db, id: string): Promise<void> {
  await tx
    .update(unmatchedPayments)
    .set({ rebuiltAt: new Date() })
    .where(eq(unmatchedPayments.id, id))
}

/** Finds the language of the last order with a buyer's email. */
export async function findBuyerLanguage(
  db: Db,
  payerEmail: string,
): Promise<'es' | 'en' | undefined> {
  const [order] = await db
    .select({ language: orders.language })
    .from(orders)
    .where(eq(orders.payerEmail, payerEmail))
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return order?.language
}

/** Tells whether a user has ever linked an account of the payment provider. */
export async function hasLinkedAccount(
  db: Db,
  userId: number,
  collectorId: string,
): Promise<boolean> {
  const account = and(
    eq(paymentAccounts.userId, userId),
    eq(paymentAccounts.collectorId, collectorId),
  )
  return (await db.$count(paymentAccounts, account)) > 0
}

/** Finds products, for sale or not, and keeps them from being changed or withdrawn until the transaction ends. */
export function lockProducts(tx: Db, ids: number[]) {
  return tx
    .select({
      id: products.id,
      sellerId: products.sellerId,
      name: products.name,
      editionId: products.editionId,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('share')
}

export type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/**
 * Finds the editions of products, the oldest first, without those of which a file is no longer stored, waits for its
 * scan or was refused.
 */
export function findWholeEditions(db: Db, productIds: number[]) {
  const missingFile = db
    .select({ one: sql`1` })
    .from(editionFiles)
    .innerJoin(productFiles, eq(productFiles.id, editionFiles.fileId))
    .where(
      and(
        eq(editionFiles.editionId, productEditions.id),
        or(
          isNotNull(productFiles.releasedAt),
          inArray(productFiles.scanState, ['waiting', 'refused']),
        ),
      ),
    )
  return db
    .select({
      id: productEditions.id,
      productId: productEditions.productId,
      onSaleAt: productEditions.createdAt,
    })
    .from(productEditions)
    .where(and(inArray(productEditions.productId, productIds), notExists(missingFile)))
    .orderBy(asc(productEditions.number))
}
