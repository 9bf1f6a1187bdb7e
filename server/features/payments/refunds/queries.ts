import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { RefundRefusal } from '#contract/sales/order.ts'
import type { Db } from '#server/db/client.ts'
import { refunds } from '#server/db/schema/index.ts'

export type RefundRow = typeof refunds.$inferSelect

/** Inserts a refund. @returns false if the payment already has a refund that was not refused */
export async function insertRefund(
  tx: Db,
  refund: Pick<RefundRow, 'id' | 'orderId' | 'paymentId' | 'requestedBy' | 'reason'>,
): Promise<boolean> {
  const inserted = await tx
    .insert(refunds)
    .values({ ...refund, state: 'requested' })
    .onConflictDoNothing({ target: refunds.paymentId, where: ne(refunds.state, 'refused') })
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
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.state, ['requested', 'sent'])))
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
    .where(and(eq(refunds.id, id), inArray(refunds.state, ['requested', 'sent'])))
    .returning({ id: refunds.id })
  return changed.length > 0
}
