import { and, desc, eq, exists, inArray, isNotNull, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { RefundRefusal } from '#contract/sales/order-events.ts'
import type { Db } from '#server/db/client.ts'
import { orders, payments, refunds } from '#server/db/schema/index.ts'

export type RefundRow = typeof refunds.$inferSelect

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

/** Marks the pending refund of a payment as done, because the provider reports the payment as refunded. */
export async function markRefundDone(tx: Db, paymentId: string): Promise<void> {
  await tx
    .update(refunds)
    .set({ state: 'done', settledAt: new Date() })
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.state, UNDECIDED)))
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

/** Marks a refund of a part as done. @returns false if the refund was decided before */
export async function markPartDone(tx: Db, id: string): Promise<boolean> {
  const changed = await tx
    .update(refunds)
    .set({ state: 'done', settledAt: new Date() })
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
 * Finds the items of an order that were refunded alone, from the payments that paid the order. If a request needed
 * several refunds, all of them must be made.
 */
export async function findRefundedItems(db: Db, orderId: string): Promise<Set<number>> {
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
    .select({ itemIds: refunds.itemIds })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.state, 'done'),
        isNotNull(refunds.itemIds),
        or(eq(payments.id, orders.approvedPaymentId), payments.isPart),
        not(isIncomplete),
      ),
    )
  return new Set(rows.flatMap(({ itemIds }) => itemIds ?? []))
}
