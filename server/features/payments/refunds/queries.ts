import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notExists,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { LIMITS } from '#contract/core/limits.ts'
import type { RefundRefusal } from '#contract/orders/events.ts'
import type { Db } from '#server/db/client.ts'
import { jobs, orders, payments, refunds } from '#server/db/schema/index.ts'
import { refundPaymentJob } from '../job-kinds.ts'

export type RefundRow = typeof refunds.$inferSelect

/** What one refund of items has returned, in minor units. */
export interface ItemRefund {
  itemIds: readonly number[]
  amountMinor: number
  /** Whether the whole prices of the items went back with it. */
  isComplete: boolean
}

/** The states of a refund that the provider has not decided yet. */
const UNDECIDED = ['requested', 'sent'] as const

/** Inserts a refund. @returns false if the payment already has a refund that is not decided yet */
export async function insertRefund(
  tx: Db,
  refund: Omit<typeof refunds.$inferInsert, 'state'>,
): Promise<boolean> {
  const inserted = await tx
    .insert(refunds)
    .values({ ...refund, state: 'requested' })
    .onConflictDoNothing({
      target: refunds.paymentId,
      where: sql`${refunds.state} in ('requested', 'sent')`,
    })
    .returning({ id: refunds.id })
  return inserted.length > 0
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id))
  return refund
}

/** Finds the refunds of several orders, newest first. */
export function findRefunds(db: Db, orderIds: string[]): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, orderIds))
    .orderBy(desc(refunds.createdAt))
}

/** Finds the refunds of a payment that the provider has not decided yet. At most one row fulfils this. */
export async function findUndecidedRefund(
  db: Db,
  paymentId: string,
): Promise<RefundRow | undefined> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.state, UNDECIDED)))
  return refund
}

/**
 * Finds the refunds that were requested more than an hour ago, are not decided yet, and have no job that goes on with
 * them, since their jobs have used up their attempts.
 */
export function findAbandonedRefunds(db: Db): Promise<{ id: string }[]> {
  const liveJobs = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.kind, refundPaymentJob.kind),
        eq(jobs.state, 'waiting'),
        sql`${jobs.payload}->>'refundId' = ${refunds.id}::text`,
      ),
    )
  return db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        inArray(refunds.state, UNDECIDED),
        lt(refunds.createdAt, sql`now() - interval '1 hour'`),
        notExists(liveJobs),
      ),
    )
}

/**
 * Finds the orders that are or were paid and have a payment that is due for refund. After an order's money went back, a
 * payment can be the first of several that pay it again, so it is surplus only after an hour.
 */
export function findOrdersWithSurplus(db: Db): Promise<{ id: string }[]> {
  return db
    .selectDistinct({ id: orders.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        payments.refundDue,
        eq(payments.status, 'approved'),
        isNull(orders.heldAt),
        or(
          eq(orders.state, 'approved'),
          and(
            inArray(orders.state, ['refunded', 'charged_back']),
            lt(payments.createdAt, sql`now() - interval '1 hour'`),
          ),
        ),
      ),
    )
}

/**
 * Tells whether a refund returns a surplus payment, which nobody asked for. A withdrawal has its code as the reason.
 */
export const isAutomatic = ({ requestedBy, reason }: RefundRow): boolean =>
  requestedBy === null && reason === null

/**
 * Selects the sellers with a surplus payment whose refund was refused more than so many times. One that is settled
 * otherwise, or too old to be refunded, does not count.
 */
export function selectSellersOfRefusedSurplus(db: Db, refusals: number) {
  return db
    .select({ id: orders.sellerId })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(
      and(
        payments.refundDue,
        eq(payments.status, 'approved'),
        gt(payments.createdAt, sql`now() - ${LIMITS.refundableDays} * interval '1 day'`),
        eq(refunds.state, 'refused'),
        isNull(refunds.requestedBy),
        isNull(refunds.reason),
      ),
    )
    .groupBy(orders.sellerId, payments.id)
    .having(gt(count(), refusals))
}

/** Stores that a refund is about to be sent to the provider for the first time. */
export async function markFirstSent(db: Db, id: string): Promise<void> {
  await db
    .update(refunds)
    .set({ firstSentAt: sql`now()` })
    .where(and(eq(refunds.id, id), isNull(refunds.firstSentAt)))
}

/**
 * Marks a refund as accepted by the provider. From then on the refund is not sent again; the payment is read until it
 * is refunded.
 */
export async function markRefundSent(db: Db, id: string, providerRefundId: string): Promise<void> {
  await db
    .update(refunds)
    .set({ state: 'sent', providerRefundId })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'requested')))
}

/** Marks an undecided refund as done, because the provider reports that it was made. */
export async function markRefundDone(tx: Db, id: string): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: 'done', settledAt: new Date() })
    .where(and(eq(refunds.id, id), inArray(refunds.state, UNDECIDED)))
}

/** Returns the provider's ids of those refunds of a payment that belong to a request made here. */
export async function findRequestedIds(db: Db, paymentId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: refunds.providerRefundId })
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), isNotNull(refunds.providerRefundId)))
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/**
 * Marks a refund as refused by the provider.
 * @returns false if the refund was already refused or done
 */
export async function markRefundRefused(
  tx: Db,
  id: string,
  refusal: RefundRefusal,
): Promise<boolean> {
  const changed = await tx
    .update(refunds)
    .set({ state: 'refused', refusal, settledAt: new Date() })
    .where(and(eq(refunds.id, id), inArray(refunds.state, UNDECIDED)))
    .returning({ id: refunds.id })
  return changed.length > 0
}

/**
 * Returns the digest of the body of an earlier request for a part with an idempotency key; undefined if there was none.
 */
export async function findRequestDigest(
  db: Db,
  orderId: string,
  requestKey: string,
): Promise<string | null | undefined> {
  const [row] = await db
    .select({ requestDigest: refunds.requestDigest })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.requestKey, requestKey)))
    .limit(1)
  return row?.requestDigest
}

/**
 * Finds what refunds of items have returned, from the payments that paid the order, oldest first. If a request needs
 * several refunds, it is complete once all of them were made.
 */
export async function findItemRefunds(db: Db, orderId: string): Promise<ItemRefund[]> {
  const other = alias(refunds, 'other')
  const isIncomplete = exists(
    db
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.orderId, refunds.orderId),
          eq(other.requestKey, refunds.requestKey),
          ne(other.state, 'done'),
        ),
      ),
  )
  const rows = await db
    .select({
      itemIds: refunds.itemIds,
      amountMinor: refunds.amountMinor,
      isComplete: not(isIncomplete).mapWith(Boolean),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.state, 'done'),
        isNotNull(refunds.itemIds),
        or(eq(payments.id, orders.approvedPaymentId), payments.isPart),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return rows.map(({ itemIds, amountMinor, isComplete }) => ({
    itemIds: itemIds ?? [],
    amountMinor: amountMinor ?? 0,
    isComplete,
  }))
}
