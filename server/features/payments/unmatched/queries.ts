import { and, asc, desc, eq, inArray, isNull, max, notExists, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import {
  orders,
  paymentAccounts,
  productFiles,
  products,
  profiles,
  refunds,
  unmatchedPayments,
} from '#server/db/schema/index.ts'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'

export type UnmatchedPaymentRow = typeof unmatchedPayments.$inferSelect

/** The condition for payments whose order still does not exist. An order of another seller is not theirs. */
const hasNoOrder = (db: Db) =>
  notExists(
    db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          sql`${orders.id} = ${unmatchedPayments.orderId}::uuid`,
          or(
            eq(orders.sellerId, unmatchedPayments.sellerId),
            eq(orders.collectorId, unmatchedPayments.collectorId),
          ),
        ),
      ),
  )

/** The condition for payments that wait for an admin's decision. */
const isWaiting = (db: Db) =>
  and(
    inArray(unmatchedPayments.status, HELD_STATUSES),
    isNull(unmatchedPayments.dismissedAt),
    hasNoOrder(db),
  )

/**
 * Inserts a payment that matches no order, or updates it unless a newer state of the payment is stored.
 * @returns whether the payment was inserted or updated
 */
export async function upsertUnmatchedPayment(
  tx: Db,
  { id, sellerId, orderId, paidAt, ...values }: typeof unmatchedPayments.$inferInsert,
): Promise<boolean> {
  const stored = await tx
    .insert(unmatchedPayments)
    .values({ id, sellerId, orderId, paidAt, ...values })
    .onConflictDoUpdate({
      target: unmatchedPayments.id,
      set: { ...values, updatedAt: new Date() },
      setWhere: sql`coalesce(${unmatchedPayments.providerUpdatedAt} <= excluded.provider_updated_at, true)`,
    })
    .returning({ id: unmatchedPayments.id })
  return stored.length > 0
}

export async function findUnmatchedPayment(
  db: Db,
  id: string,
): Promise<UnmatchedPaymentRow | undefined> {
  const [row] = await db.select().from(unmatchedPayments).where(eq(unmatchedPayments.id, id))
  return row
}

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

/** Makes decisions about the payments of an order that does not exist wait for each other until the transaction ends. */
export async function lockLostOrder(tx: Transaction, orderId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${orderId}, 0))`)
}

/** Finds the payments that wait for a decision, with the usernames of their sellers, oldest first. */
export function findWaitingPayments(db: Db, page: { limit: number; offset: number }) {
  return db
    .select({ payment: unmatchedPayments, sellerUsername: profiles.username })
    .from(unmatchedPayments)
    .innerJoin(profiles, eq(profiles.userId, unmatchedPayments.sellerId))
    .where(isWaiting(db))
    .orderBy(asc(unmatchedPayments.firstSeenAt), asc(unmatchedPayments.id))
    .limit(page.limit)
    .offset(page.offset)
}

export function countWaitingPayments(db: Db): Promise<number> {
  return db.$count(unmatchedPayments, isWaiting(db))
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
      fileId: products.fileId,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(asc(products.id))
    .for('share')
}
export type LockedProduct = Awaited<ReturnType<typeof lockProducts>>[number]

/**
 * Finds the stored file versions of products, the oldest first, without those that wait for their scan or were refused.
 * `onSaleAt` is when each version went on sale.
 */
export function findStoredFiles(db: Db, productIds: number[]) {
  return db
    .select({
      id: productFiles.id,
      productId: productFiles.productId,
      onSaleAt: sql<Date>`coalesce(${productFiles.onSaleAt}, ${productFiles.createdAt})`.mapWith(
        productFiles.createdAt,
      ),
    })
    .from(productFiles)
    .where(
      and(
        inArray(productFiles.productId, productIds),
        isNull(productFiles.releasedAt),
        or(isNull(productFiles.scanState), eq(productFiles.scanState, 'clean')),
      ),
    )
    .orderBy(asc(productFiles.version))
}

/** Marks a payment as one that the admins must be emailed about. */
export async function clearPaymentInformed(tx: Db, id: string): Promise<void> {
  await tx
    .update(unmatchedPayments)
    .set({ adminsInformedAt: null })
    .where(eq(unmatchedPayments.id, id))
}

/** Finds the time of the last email to the admins about payments that match no order. */
export async function findLastUnmatchedEmail(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(unmatchedPayments.adminsInformedAt) })
    .from(unmatchedPayments)
  return row?.at ?? null
}

/** Finds and locks the waiting payments that the admins were not emailed about yet, oldest first. */
export function lockUnreportedPayments(tx: Db) {
  return tx
    .select({ payment: unmatchedPayments, sellerUsername: profiles.username })
    .from(unmatchedPayments)
    .innerJoin(profiles, eq(profiles.userId, unmatchedPayments.sellerId))
    .where(and(isNull(unmatchedPayments.adminsInformedAt), isWaiting(tx)))
    .orderBy(asc(unmatchedPayments.firstSeenAt), asc(unmatchedPayments.id))
    .for('update', { of: unmatchedPayments })
}

export async function markPaymentsInformed(tx: Db, ids: string[]): Promise<void> {
  await tx
    .update(unmatchedPayments)
    .set({ adminsInformedAt: new Date() })
    .where(inArray(unmatchedPayments.id, ids))
}
