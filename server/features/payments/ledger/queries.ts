import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { ledgerEntries, orderItems, orders, payments } from '#server/db/schema/index.ts'

export type LedgerEntry = typeof ledgerEntries.$inferSelect

/** Finds payments with what their orders say about the commission. */
export function findPaymentsToBook(db: Db, paymentIds: string[]) {
  return selectPaymentsToBook(db).where(inArray(payments.id, paymentIds))
}

/** Finds the payments that together paid one of the orders. */
export function findPartsToBook(db: Db, orderIds: string[]) {
  return selectPaymentsToBook(db)
    .where(and(inArray(payments.orderId, orderIds), payments.isPart))
    .orderBy(asc(payments.id))
}

const selectPaymentsToBook = (db: Db) =>
  db
    .select({
      payment: payments,
      sellerId: orders.sellerId,
      approvedPaymentId: orders.approvedPaymentId,
      approvedAt: orders.approvedAt,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
export type PaymentToBook = Awaited<ReturnType<typeof findPaymentsToBook>>[number]

export function findItemShares(db: Db, orderIds: string[]) {
  return db
    .select({
      orderId: orderItems.orderId,
      priceMinor: orderItems.priceMinor,
      sellerShareMinor: orderItems.sellerShareMinor,
    })
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.id))
}

/** Finds the entries of payments, the oldest of each payment first. */
export function findLedgerEntries(db: Db, paymentIds: string[]): Promise<LedgerEntry[]> {
  return db
    .select()
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.paymentId, paymentIds))
    .orderBy(asc(ledgerEntries.paymentId), asc(ledgerEntries.number))
}

export async function insertLedgerEntries(
  tx: Db,
  entries: (typeof ledgerEntries.$inferInsert)[],
): Promise<void> {
  await tx.insert(ledgerEntries).values(entries)
}

/** Locks payments whose last change is not in the ledger yet, except those that another transaction is changing. */
export async function lockUnbookedPayments(tx: Db, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(sql`${payments.bookedAt} is distinct from ${payments.updatedAt}`)
    .orderBy(asc(payments.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.map(({ id }) => id)
}

export async function markPaymentsBooked(tx: Db, paymentIds: string[]): Promise<void> {
  await tx
    .update(payments)
    .set({ bookedAt: sql`${payments.updatedAt}` })
    .where(inArray(payments.id, paymentIds))
}
