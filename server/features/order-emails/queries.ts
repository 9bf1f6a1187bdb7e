import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderEmails, orders, refunds } from '#server/db/schema/index.ts'
import type { MuteTopic } from '#server/mail/order-tokens.ts'

/** Records that an email about an order is queued. @returns false if an email with this key was queued before */
export async function insertOrderEmail(tx: Db, orderId: string, key: string): Promise<boolean> {
  const inserted = await tx
    .insert(orderEmails)
    .values({ orderId, key })
    .onConflictDoNothing()
    .returning({ key: orderEmails.key })
  return inserted.length > 0
}

/** Tells whether refunds of items of an order were requested and not refused. */
export async function hasItemRefunds(tx: Db, orderId: string): Promise<boolean> {
  const isOfItems = and(
    eq(refunds.orderId, orderId),
    isNotNull(refunds.itemIds),
    ne(refunds.state, 'refused'),
  )
  return (await tx.$count(refunds, isOfItems)) > 0
}

/** Records since when the buyer of an order wants no emails about it on a topic, or that they are sent again. */
export async function setEmailsMuted(
  db: Db,
  orderId: string,
  topic: MuteTopic,
  isMuted: boolean,
): Promise<void> {
  const column = topic === 'payment' ? 'paymentEmailsMutedAt' : 'updateEmailsMutedAt'
  await db
    .update(orders)
    .set({ [column]: isMuted ? sql`now()` : null })
    .where(
      and(eq(orders.id, orderId), isMuted ? isNull(orders[column]) : isNotNull(orders[column])),
    )
}
