import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { orderEmails, refunds } from '#server/db/schema/index.ts'

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
