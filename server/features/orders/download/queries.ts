import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  downloads,
  downloadGrants,
  grantFiles,
  orderItems,
  orders,
  productFiles,
  products,
} from '#server/db/schema/index.ts'
import { isFileClosed } from '../rules/access-rules.ts'

/** A file version that is downloaded by a grant. */
export interface GrantedFile {
  grantId: number
  fileId: number
}

/** Finds the download grant of an order item; undefined before the delivery. */
export async function findGrant(db: Db, orderId: string, itemId: number) {
  const [grant] = await selectGrant(db).execute({ orderId, itemId })
  return grant
}

const selectGrant = prepareOnce(db =>
  db
    .select({
      id: downloadGrants.id,
      closedAt: downloadGrants.closedAt,
      expiresAt: downloadGrants.expiresAt,
    })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .where(
      and(
        eq(orderItems.orderId, sql.placeholder('orderId')),
        eq(orderItems.id, sql.placeholder('itemId')),
      ),
    )
    .prepare('grant_of_item'),
)

/**
 * Locks grants until the transaction ends, so that simultaneous requests are counted one after the other. `isExpired`
 * is judged by the clock of the database.
 */
export function lockGrants(tx: Db, grantIds: readonly number[]) {
  return (
    tx
      .select({
        closedAt: downloadGrants.closedAt,
        isExpired: sql<boolean>`${downloadGrants.expiresAt} <= now()`,
      })
      .from(downloadGrants)
      .where(inArray(downloadGrants.id, [...grantIds]))
      // Grants are always locked in the same sequence, so that two archives do not wait for each other.
      .orderBy(asc(downloadGrants.id))
      .for('update')
  )
}

const isOneOf = (files: readonly GrantedFile[]) =>
  and(
    inArray(grantFiles.grantId, listGrantIds(files)),
    inArray(grantFiles.fileId, listFileIds(files)),
  )
const listGrantIds = (files: readonly GrantedFile[]) => [
  ...new Set(files.map(({ grantId }) => grantId)),
]
const listFileIds = (files: readonly GrantedFile[]) => files.map(({ fileId }) => fileId)

/** Tells whether the download of a file of an order is closed, by the seller or since the file is infected. */
export async function isAccessClosed(tx: Db, files: readonly GrantedFile[]): Promise<boolean> {
  const cases = await tx
    .selectDistinct({
      accessClosedAt: orders.accessClosedAt,
      accessClosedBy: orders.accessClosedBy,
      isInfected: sql<boolean>`(${productFiles.scanRefusal} is not distinct from 'malware')`,
    })
    .from(downloadGrants)
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(productFiles, inArray(productFiles.id, listFileIds(files)))
    .where(inArray(downloadGrants.id, listGrantIds(files)))
  return cases.some(item => isFileClosed(item, item))
}

/** Returns those of several grants by which something was downloaded, in whatever version. */
export async function findGrantsWithDownloads(
  tx: Db,
  grantIds: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectDistinct({ grantId: downloads.grantId })
    .from(downloads)
    .where(inArray(downloads.grantId, [...grantIds]))
  return rows.map(({ grantId }) => grantId)
}

/** How a file version was downloaded by a grant so far. */
export interface FileUse {
  /** The number of counted downloads since the grant was made or renewed. */
  downloads: number
  /** The bytes of counted downloads that were not sent yet. */
  unsentBytes: number
  /** The first byte of the last part that the object storage sent to the end of the file; null if there was none. */
  directStart: number | null
  /** The newest counted download, with its age by the clock of the database; undefined if there is none. */
  newest: { id: number; ageSeconds: number; fromStart: boolean } | undefined
}

/**
 * Reads how file versions were downloaded by locked grants. */
export async function findFileUses(tx: Db, files: readonly GrantedFile[]) {
  const uses = await tx.select().from(grantFiles).where(isOneOf(files))
  const newestDownloads = await tx
    .selectDistinctOn([downloads.grantId, downloads.fileId], {
      id: downloads.id,
      grantId: downloads.grantId,
      fileId: downloads.fileId,
      fromStart: downloads.fromStart,
      ageSeconds: sql<number>`extract(epoch from now() - ${downloads.at})::float8`,
    })
    .from(downloads)
    .where(
      and(
        inArray(downloads.grantId, listGrantIds(files)),
        inArray(downloads.fileId, listFileIds(files)),
      ),
    )
    .orderBy(downloads.grantId, downloads.fileId, desc(downloads.at), desc(downloads.id))
  return {
    find({ grantId, fileId }: GrantedFile): FileUse {
      const use = uses.find(row => row.grantId === grantId && row.fileId === fileId)
      return {
        downloads: use?.downloads ?? 0,
        unsentBytes: use?.unsentBytes ?? 0,
        directStart: use?.directStart ?? null,
        newest: newestDownloads.find(row => row.grantId === grantId && row.fileId === fileId),
      }
    },
  }
}

/** Records that downloads of file versions by locked grants began. */
export async function insertDownloads(
  tx: Db,
  files: readonly (GrantedFile & { fromStart: boolean })[],
  userAgent: string,
): Promise<void> {
  if (files.length === 0) return
  await tx
    .insert(downloads)
    .values(
      files.map(({ grantId, fileId, fromStart }) => ({ grantId, fileId, fromStart, userAgent })),
    )
}

export async function markDownloadsFromStart(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(downloads)
      .set({ fromStart: true })
      .where(inArray(downloads.id, [...ids]))
}

/** Records which part of each file the object storage sends, to its end. The rows exist. */
export async function updateDirectStarts(
  tx: Db,
  parts: readonly (GrantedFile & { directStart: number | null })[],
): Promise<void> {
  for (const { grantId, fileId, directStart } of parts)
    await tx
      .update(grantFiles)
      .set({ directStart })
      .where(and(eq(grantFiles.grantId, grantId), eq(grantFiles.fileId, fileId)))
}

/** What is added to the counts of a file version of a grant. */
export interface AddedUse extends GrantedFile {
  /** The downloads that it uses up. */
  downloads: number
  /** The bytes of them that may still be sent; negative for those that are being sent. */
  unsentBytes: number
}

export async function addFileUses(db: Db, uses: readonly AddedUse[]): Promise<void> {
  if (uses.length === 0) return
  await db
    .insert(grantFiles)
    // Rows are always locked in the same sequence, so that two archives do not wait for each other.
    .values(uses.toSorted((a, b) => a.grantId - b.grantId || a.fileId - b.fileId))
    .onConflictDoUpdate({
      target: [grantFiles.grantId, grantFiles.fileId],
      set: {
        downloads: sql`${grantFiles.downloads} + excluded.downloads`,
        unsentBytes: sql`${grantFiles.unsentBytes} + excluded.unsent_bytes`,
      },
    })
}

/**
 * Counts a free order for its seller, once files of it are downloaded for the first time, which proves that somebody
 * owns its mailbox: its items as taken, and a copy of each product and pack.
 */
export async function countFreeCopies(tx: Db, orderId: string): Promise<void> {
  const taken = await tx
    .update(orderItems)
    .set({ takenAt: sql`now()` })
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.takenAt)))
    .returning({ productId: orderItems.productId, packId: orderItems.packId })
  const ids = new Set(taken.flatMap(({ productId, packId }) => [productId, packId ?? productId]))
  if (ids.size === 0) return
  const locked = tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.isPack), asc(products.id))
    .for('no key update')
  await tx
    .update(products)
    .set({ freeCopies: sql`${products.freeCopies} + 1` })
    .where(inArray(products.id, locked))
}
