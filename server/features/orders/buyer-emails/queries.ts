import type { Db } from '#server/db/client.ts'
import { orderEmails } from '#server/db/schema/index.ts'

/** Records that an email about an order is queued. @returns false if an email with this key was queued before */
export async function insertOrderEmail(tx: Db, orderId: string, key: string): Promise<boolean> {
  const inserted = await tx
    .insert(orderEmails)
    .values({ orderId, key })
    .onConflictDoNothing()
    .returning({ key: orderEmails.key })
  return inserted.length > 0
}
