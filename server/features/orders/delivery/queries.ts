import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/client.ts'
import { toDatabaseTime } from '#server/db/columns.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  downloads,
  downloadGrants,
  orderItems,
  productFiles,
  products,
} from '#server/db/schema/index.ts'

/** Creates a download grant for each item of an order that has none yet, and returns these items. */
export function insertGrants(
  tx: Db,
  itemIds: number[],
  terms: { expiresAt: Date; downloadsLeft: number },
): Promise<{ orderItemId: number }[]> {
  return tx
    .insert(downloadGrants)
    .values(itemIds.map(orderItemId => ({ orderItemId, ...terms })))
    .onConflictDoNothing({ target: downloadGrants.orderItemId })
    .returning({ orderItemId: downloadGrants.orderItemId })
}

const itemsOf = (tx: Db, orderId: string) =>
  tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId))

export async function closeGrants(
  tx: Db,
  orderId: string,
  closedReason: 'refunded' | 'charged_back' | 'suspended',
): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: new Date(), closedReason })
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        isNull(downloadGrants.closedAt),
      ),
    )
}

export async function reopenGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: null, closedReason: null })
    .where(inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)))
}

/**
 * Suspends all download grants of an order on hold. Grants that were closed for another reason become suspended too, so
 * that only the release of the order reopens them.
 */
export async function suspendGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ closedAt: sql`coalesce(${downloadGrants.closedAt}, now())`, closedReason: 'suspended' })
    .where(inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)))
}

/** Resets the expiry and number of downloads of an order's open grants. */
export async function refillGrants(
  tx: Db,
  orderId: string,
  terms: { expiresAt: Date; downloadsLeft: number },
): Promise<void> {
  await tx
    .update(downloadGrants)
    .set(terms)
    .where(
      and(
        inArray(downloadGrants.orderItemId, itemsOf(tx, orderId)),
        isNull(downloadGrants.closedAt),
      ),
    )
}

/** Finds the file of an order item with its download grant. The grant's fields are null before the delivery. */
export async function findDownloadableFile(db: Db, orderId: string, itemId: number) {
  const [row] = await db
    .select({
      grantId: downloadGrants.id,
      closedAt: downloadGrants.closedAt,
      expiresAt: downloadGrants.expiresAt,
      downloadsLeft: downloadGrants.downloadsLeft,
      storageKey: productFiles.storageKey,
      fileName: productFiles.fileName,
      mime: productFiles.mime,
      sizeBytes: productFiles.sizeBytes,
      sha256: productFiles.sha256,
    })
    .from(orderItems)
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.id, itemId)))
  return row
}

/**
 * Uses up one download of a grant. The check is part of the UPDATE, so that concurrent requests cannot exceed the
 * number of downloads left.
 * @returns false if the grant is used up, expired or closed
 */
export async function consumeDownload(
  db: Database,
  grantId: number,
  userAgent: string,
): Promise<boolean> {
  return runTransaction(db, async tx => {
    const consumed = await tx
      .update(downloadGrants)
      .set({ downloadsLeft: sql`${downloadGrants.downloadsLeft} - 1` })
      .where(
        and(
          eq(downloadGrants.id, grantId),
          gt(downloadGrants.downloadsLeft, 0),
          gt(downloadGrants.expiresAt, sql`now()`),
          isNull(downloadGrants.closedAt),
        ),
      )
      .returning({ id: downloadGrants.id })
    if (consumed.length > 0) await tx.insert(downloads).values({ grantId, userAgent })
    return consumed.length > 0
  })
}

export async function hasDownloadSince(db: Db, grantId: number, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(and(eq(downloads.grantId, grantId), gte(downloads.at, toDatabaseTime(since))))
    .limit(1)
  return row !== undefined
}

export async function incrementSalesCount(tx: Db, productIds: number[]): Promise<void> {
  await tx
    .update(products)
    .set({ salesCount: sql`${products.salesCount} + 1` })
    .where(inArray(products.id, productIds))
}
