import { and, eq, inArray, isNotNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import {
  downloadGrants,
  orderEvents,
  orderItems,
  orderMailAnswers,
  orders,
  payments,
} from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { moveUse } from '#server/features/prices/service.ts'
import { recordOrderEvent } from './events/record.ts'

const KEPT_DAYS = 30
const BATCH = 1000

/**
 * Removes the email addresses from expired orders that nobody tried to pay and that are more than 30 days old. Free
 * orders expire then, unless somebody has downloaded their files.
 * @returns the number of orders
 */
export async function purgeAbandonedAddresses(db: Database): Promise<number> {
  const before = daysAgo(KEPT_DAYS)
  await expireUntakenOrders(db, before)
  let count = 0
  for (;;) {
    const purged = await purgeBatch(db, before)
    count += purged
    if (purged < BATCH) return count
  }
}

/** Removes the addresses of one batch of orders, so that no transaction holds many rows. */
async function purgeBatch(db: Database, before: Date): Promise<number> {
  return runTransaction(db, async tx => {
    const abandoned = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.state, 'expired'),
          ne(orders.payerEmail, ''),
          lt(orders.createdAt, before),
          sql`not exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id})`,
        ),
      )
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = abandoned.map(({ id }) => id)
    if (ids.length === 0) return 0
    await tx.update(orders).set({ payerEmail: '' }).where(inArray(orders.id, ids))
    await tx
      .update(orderEvents)
      .set({ detail: sql`${orderEvents.detail} - 'address'` })
      .where(and(inArray(orderEvents.orderId, ids), eq(orderEvents.kind, 'ordered')))
    await tx.delete(orderMailAnswers).where(inArray(orderMailAnswers.orderId, ids))
    return ids.length
  })
}

/** Expires free orders whose files nobody has downloaded, and takes their grants back. */
async function expireUntakenOrders(db: Database, before: Date): Promise<void> {
  await runTransaction(db, async tx => {
    const untaken = await tx
      .update(orders)
      .set({ state: 'expired', requestKey: null, requestDigest: null })
      .where(
        and(
          eq(orders.state, 'approved'),
          eq(orders.totalMinor, 0),
          lt(orders.createdAt, before),
          notExists(
            tx
              .select({ one: sql`1` })
              .from(orderItems)
              .where(and(eq(orderItems.orderId, orders.id), isNotNull(orderItems.takenAt))),
          ),
        ),
      )
      .returning({ id: orders.id, couponCode: orders.couponCode })
    const ids = untaken.map(({ id }) => id)
    if (ids.length === 0) return
    await tx
      .delete(downloadGrants)
      .where(
        inArray(
          downloadGrants.orderItemId,
          tx.select({ id: orderItems.id }).from(orderItems).where(inArray(orderItems.orderId, ids)),
        ),
      )
    for (const { id, couponCode } of untaken) {
      if (couponCode !== null) await moveUse(tx, id, 'expired')
      await recordOrderEvent(tx, id, 'untaken')
    }
  })
}
