import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { addressChanges, downloadGrants, downloads, orderItems } from '#server/db/schema/index.ts'

export type AddressChangeRow = typeof addressChanges.$inferSelect

export async function insertAddressChange(
  tx: Db,
  change: typeof addressChanges.$inferInsert,
): Promise<void> {
  await tx.insert(addressChanges).values(change)
}

/** Finds a change that is not expired by the digest of one of its two tokens. */
export async function findAddressChange(
  db: Db,
  tokenHash: string,
): Promise<AddressChangeRow | undefined> {
  const [change] = await db
    .select()
    .from(addressChanges)
    .where(
      and(
        or(eq(addressChanges.newTokenHash, tokenHash), eq(addressChanges.oldTokenHash, tokenHash)),
        gt(addressChanges.expiresAt, sql`now()`),
      ),
    )
  return change
}

export async function updateAddressChange(
  tx: Db,
  id: number,
  fields: Partial<typeof addressChanges.$inferInsert>,
): Promise<void> {
  await tx.update(addressChanges).set(fields).where(eq(addressChanges.id, id))
}

export async function deleteAddressChanges(tx: Db, orderId: string): Promise<void> {
  await tx.delete(addressChanges).where(eq(addressChanges.orderId, orderId))
}

export async function purgeAddressChanges(db: Db): Promise<void> {
  await db.delete(addressChanges).where(lt(addressChanges.expiresAt, sql`now()`))
}

/** Tells whether a file of an order was downloaded. */
export async function isDownloaded(db: Db, orderId: string): Promise<boolean> {
  const [download] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .innerJoin(downloadGrants, eq(downloadGrants.id, downloads.grantId))
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .where(eq(orderItems.orderId, orderId))
    .limit(1)
  return download !== undefined
}
