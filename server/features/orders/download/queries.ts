import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloads,
  downloadGrants,
  orderItems,
  orders,
  productFiles,
} from '#server/db/schema/index.ts'
import { isItemClosed } from '../rules/access-rules.ts'

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
      isInfected: sql<boolean>`(${productFiles.scanRefusal} is not distinct from 'malware')`,
    })
    .from(orderItems)
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.id, itemId)))
  return row
}

/**
 * Locks a grant until the transaction ends, so that simultaneous requests are counted one after the other. `isExpired`
 * is judged by the clock of the database.
 */
export async function lockGrant(tx: Db, grantId: number) {
  const [grant] = await tx
    .select({
      downloadsLeft: downloadGrants.downloadsLeft,
      unsentBytes: downloadGrants.unsentBytes,
      closedAt: downloadGrants.closedAt,
      isExpired: sql<boolean>`${downloadGrants.expiresAt} <= now()`,
    })
    .from(downloadGrants)
    .where(eq(downloadGrants.id, grantId))
    .for('update')
  return grant
}

/** Tells whether the downloads of a grant are closed, by the seller or since its file is infected. */
export async function isAccessClosed(tx: Db, grantId: number): Promise<boolean> {
  const [item] = await tx
    .select({
      accessClosedAt: orders.accessClosedAt,
      accessClosedBy: orders.accessClosedBy,
      isInfected: sql<boolean>`(${productFiles.scanRefusal} is not distinct from 'malware')`,
    })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .where(eq(downloadGrants.id, grantId))
  return item !== undefined && isItemClosed(item, item)
}

/** Returns the newest counted download of a grant. `ageSeconds` is measured by the clock of the database. */
export async function findNewestDownload(tx: Db, grantId: number) {
  const [newest] = await tx
    .select({
      id: downloads.id,
      fromStart: downloads.fromStart,
      ageSeconds: sql<number>`extract(epoch from now() - ${downloads.at})::float8`,
    })
    .from(downloads)
    .where(eq(downloads.grantId, grantId))
    .orderBy(desc(downloads.at), desc(downloads.id))
    .limit(1)
  return newest
}

/** Uses up one download of a locked grant. */
export async function insertDownload(
  tx: Db,
  grantId: number,
  download: { userAgent: string; fromStart: boolean },
): Promise<void> {
  await tx
    .update(downloadGrants)
    .set({ downloadsLeft: sql`${downloadGrants.downloadsLeft} - 1` })
    .where(eq(downloadGrants.id, grantId))
  await tx.insert(downloads).values({ grantId, ...download })
}

export async function markDownloadFromStart(tx: Db, id: number): Promise<void> {
  await tx.update(downloads).set({ fromStart: true }).where(eq(downloads.id, id))
}

/** Adds bytes that a grant may still send, or subtracts bytes that are being sent. */
export async function addUnsentBytes(db: Db, grantId: number, bytes: number): Promise<void> {
  await db
    .update(downloadGrants)
    .set({ unsentBytes: sql`${downloadGrants.unsentBytes} + ${bytes}` })
    .where(eq(downloadGrants.id, grantId))
}
