import { and, asc, eq, inArray, isNull, max, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orders, profiles, unmatchedPayments } from '#server/db/schema/index.ts'
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
