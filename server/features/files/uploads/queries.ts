import { and, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { LISTED_UPLOADS, UPLOAD_DAYS } from '#contract/files/uploads.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { uploads } from '#server/db/schema/index.ts'

export type UploadRow = typeof uploads.$inferSelect

const afterUploadDays = sql<Date>`now() + ${UPLOAD_DAYS} * interval '1 day'`

export async function insertUpload(
  tx: Transaction,
  upload: Pick<UploadRow, 'id' | 'sellerId' | 'fileName' | 'fingerprint' | 'sizeBytes'>,
): Promise<void> {
  await tx.insert(uploads).values({ ...upload, expiresAt: afterUploadDays })
}

export async function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(uploads).where(eq(uploads.id, id))
  return row
}

/**
 * Returns the uploads of a seller whose file no product has taken: those that are not whole first, then the newest, and
 * no more than a list shows.
 */
export function findUntakenUploads(db: Db, sellerId: number): Promise<UploadRow[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.sellerId, sellerId), isNull(uploads.takenAt)))
    .orderBy(desc(eq(uploads.state, 'receiving')), desc(uploads.createdAt), desc(uploads.id))
    .limit(LISTED_UPLOADS)
}

export async function countReceiving(tx: Transaction, sellerId: number): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(uploads)
    .where(and(eq(uploads.sellerId, sellerId), eq(uploads.state, 'receiving')))
  return row!.count
}

/** Locks the upload of a seller until the end of the transaction. */
export async function lockUpload(
  tx: Transaction,
  sellerId: number,
  id: string,
): Promise<UploadRow | undefined> {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.sellerId, sellerId)))
    .for('update')
  return row
}

/** Changes an upload that is in a state. @returns false if it is in another state or gone */
export async function updateUpload(
  db: Db,
  { id, state }: Pick<UploadRow, 'id' | 'state'>,
  changes: Partial<Pick<UploadRow, 'receivedBytes' | 'state' | 'refusal' | 'storageKey'>> &
    Partial<Pick<UploadRow, 'type' | 'mime' | 'sha256' | 'crc32' | 'takenAt'>>,
): Promise<boolean> {
  const rows = await db
    .update(uploads)
    .set({ ...changes, expiresAt: afterUploadDays })
    .where(and(eq(uploads.id, id), eq(uploads.state, state)))
    .returning({ id: uploads.id })
  return rows.length > 0
}

/** Deletes those of the given uploads that still exist, and returns them. */
export function deleteUploads(tx: Transaction, ids: string[]): Promise<UploadRow[]> {
  return tx.delete(uploads).where(inArray(uploads.id, ids)).returning()
}

/** Deletes up to `limit` uploads that have expired, and returns them. */
export function deleteExpiredUploads(tx: Transaction, limit: number): Promise<UploadRow[]> {
  const expired = tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(sql`${uploads.expiresAt} < now()`)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx.delete(uploads).where(inArray(uploads.id, expired)).returning()
}

export async function findUploadIds(db: Db, sellerId: number): Promise<string[]> {
  const rows = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(eq(uploads.sellerId, sellerId))
  return rows.map(({ id }) => id)
}

/** Returns those of the given ids that have a row. */
export async function findExistingIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids))
  return new Set(rows.map(({ id }) => id))
}
