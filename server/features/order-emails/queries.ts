import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
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
  return (await selectItemRefund(tx).execute({ orderId })).length > 0
}

const selectItemRefund = prepareOnce(db =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.orderId, sql.placeholder('orderId')),
        isNotNull(refunds.itemIds),
        ne(refunds.state, 'refused'),
      ),
    )
    .limit(1)
    .prepare('item_refund'),
)

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
