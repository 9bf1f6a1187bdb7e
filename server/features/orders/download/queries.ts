import { and, desc, eq, or, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloads,
  downloadGrants,
  grantFiles,
  orderItems,
  orders,
  productFiles,
} from '#server/db/schema/index.ts'
import { isFileClosed } from '../rules/access-rules.ts'

/** A file version that is downloaded by a grant. */
export interface GrantedFile {
  grantId: number
  fileId: number
}

/** Finds the download grant of an order item; undefined before the delivery. */
export async function findGrant(db: Db, orderId: string, itemId: number) {
  const [grant] = await db
    .select({
      id: downloadGrants.id,
      closedAt: downloadGrants.closedAt,
      expiresAt: downloadGrants.expiresAt,
    })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.id, itemId)))
  return grant
}

/**
 * Locks a grant until the transaction ends, so that simultaneous requests are counted one after the other. `isExpired`
 * is judged by the clock of the database.
 */
export async function lockGrant(tx: Db, grantId: number) {
  const [grant] = await tx
    .select({
      closedAt: downloadGrants.closedAt,
      isExpired: sql<boolean>`${downloadGrants.expiresAt} <= now()`,
    })
    .from(downloadGrants)
    .where(eq(downloadGrants.id, grantId))
    .for('update')
  return grant
}

/** Returns how often a file version was downloaded by a locked grant, and the bytes that were not sent yet. */
export async function getGrantUse(
  tx: Db,
  { grantId, fileId }: GrantedFile,
): Promise<{ downloads: number; unsentBytes: number }> {
  const [use] = await tx
    .select({ downloads: grantFiles.downloads, unsentBytes: grantFiles.unsentBytes })
    .from(grantFiles)
    .where(and(eq(grantFiles.grantId, grantId), eq(grantFiles.fileId, fileId)))
  return use ?? { downloads: 0, unsentBytes: 0 }
}

/** Tells whether the download of a file is closed, by the seller or since the file is infected. */
export async function isAccessClosed(tx: Db, { grantId, fileId }: GrantedFile): Promise<boolean> {
  const [item] = await tx
    .select({
      accessClosedAt: orders.accessClosedAt,
      accessClosedBy: orders.accessClosedBy,
      isInfected: sql<boolean>`(${productFiles.scanRefusal} is not distinct from 'malware')`,
    })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(productFiles, eq(productFiles.id, fileId))
    .where(eq(downloadGrants.id, grantId))
  return item !== undefined && isFileClosed(item, item)
}

/** Tells whether something was downloaded by a grant, in whatever version. */
export async function hasDownloads(tx: Db, grantId: number): Promise<boolean> {
  const [any] = await tx
    .select({ id: downloads.id })
    .from(downloads)
    .where(eq(downloads.grantId, grantId))
    .limit(1)
  return any !== undefined
}

/**
 * Returns the newest counted download of a file version. `ageSeconds` is measured by the clock of the database. A download
 * by a release that knew one file only counts for whatever file it is asked for.
 */
export async function findNewestDownload(tx: Db, { grantId, fileId }: GrantedFile) {
  const [newest] = await tx
    .select({
      id: downloads.id,
      fromStart: downloads.fromStart,
      ageSeconds: sql<number>`extract(epoch from now() - ${downloads.at})::float8`,
    })
    .from(downloads)
    .where(
      and(
        eq(downloads.grantId, grantId),
        or(eq(downloads.fileId, fileId), isNull(downloads.fileId)),
      ),
    )
    .orderBy(desc(downloads.at), desc(downloads.id))
    .limit(1)
  return newest
}

/** Uses up one download of a file version by a locked grant. */
export async function insertDownload(
  tx: Db,
  { grantId, fileId }: GrantedFile,
  download: { userAgent: string; fromStart: boolean },
): Promise<void> {
  await tx
    .insert(grantFiles)
    .values({ grantId, fileId, downloads: 1 })
    .onConflictDoUpdate({
      target: [grantFiles.grantId, grantFiles.fileId],
      set: { downloads: sql`${grantFiles.downloads} + 1` },
    })
  await tx.insert(downloads).values({ grantId, fileId, ...download })
}

export async function markDownloadFromStart(tx: Db, id: number): Promise<void> {
  await tx.update(downloads).set({ fromStart: true }).where(eq(downloads.id, id))
}

/** Adds bytes of a file version that a grant may still send, or subtracts bytes that are being sent. */
export async function addUnsentBytes(
  db: Db,
  { grantId, fileId }: GrantedFile,
  bytes: number,
): Promise<void> {
  await db
    .insert(grantFiles)
    .values({ grantId, fileId, unsentBytes: bytes })
    .onConflictDoUpdate({
      target: [grantFiles.grantId, grantFiles.fileId],
      set: { unsentBytes: sql`${grantFiles.unsentBytes} + ${bytes}` },
    })
}
