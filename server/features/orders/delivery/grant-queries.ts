import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { downloads, grants, orderItems, productFiles } from '#server/db/schema/index.ts'

/** One grant an item. Returns the items that had none before: the others were delivered already. */
export function insertGrants(
  tx: Db,
  itemIds: number[],
  terms: { expiresAt: Date; downloadsLeft: number },
): Promise<{ orderItemId: number }[]> {
  return tx
    .insert(grants)
    .values(itemIds.map(orderItemId => ({ orderItemId, ...terms })))
    .onConflictDoNothing({ target: grants.orderItemId })
    .returning({ orderItemId: grants.orderItemId })
}

const itemsOf = (tx: Db, orderId: string) =>
  tx.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.orderId, orderId))

export async function closeGrants(
  tx: Db,
  orderId: string,
  closedReason: 'refunded' | 'charged_back' | 'suspended',
): Promise<void> {
  await tx
    .update(grants)
    .set({ closedAt: new Date(), closedReason })
    .where(and(inArray(grants.orderItemId, itemsOf(tx, orderId)), isNull(grants.closedAt)))
}

export async function reopenGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(grants)
    .set({ closedAt: null, closedReason: null })
    .where(inArray(grants.orderItemId, itemsOf(tx, orderId)))
}

/** Of a held order: whatever closed its grants, only a release opens them. */
export async function suspendGrants(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(grants)
    .set({ closedAt: sql`coalesce(${grants.closedAt}, now())`, closedReason: 'suspended' })
    .where(inArray(grants.orderItemId, itemsOf(tx, orderId)))
}

/** Fresh downloads for grants that are open, when their buyer asked for new links. */
export async function refillGrants(
  tx: Db,
  orderId: string,
  terms: { expiresAt: Date; downloadsLeft: number },
): Promise<void> {
  await tx
    .update(grants)
    .set(terms)
    .where(and(inArray(grants.orderItemId, itemsOf(tx, orderId)), isNull(grants.closedAt)))
}

/** The file behind an item of an order, with the right to download it. */
export async function findDownloadableFile(db: Db, orderId: string, itemId: number) {
  const [row] = await db
    .select({
      grantId: grants.id,
      closedAt: grants.closedAt,
      expiresAt: grants.expiresAt,
      downloadsLeft: grants.downloadsLeft,
      storageKey: productFiles.storageKey,
      fileName: productFiles.fileName,
      mime: productFiles.mime,
      sizeBytes: productFiles.sizeBytes,
      sha256: productFiles.sha256,
    })
    .from(orderItems)
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .where(and(eq(orderItems.orderId, orderId), eq(orderItems.id, itemId)))
  return row
}

/** Takes one download of a grant that is still good, once among any number at the same time. */
export async function consumeDownload(
  db: Db,
  grantId: number,
  userAgent: string,
): Promise<boolean> {
  return db.transaction(async tx => {
    const taken = await tx
      .update(grants)
      .set({ downloadsLeft: sql`${grants.downloadsLeft} - 1` })
      .where(
        and(
          eq(grants.id, grantId),
          gt(grants.downloadsLeft, 0),
          gt(grants.expiresAt, new Date()),
          isNull(grants.closedAt),
        ),
      )
      .returning({ id: grants.id })
    if (taken.length > 0) await tx.insert(downloads).values({ grantId, userAgent })
    return taken.length > 0
  })
}

export async function hasDownloadSince(db: Db, grantId: number, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(and(eq(downloads.grantId, grantId), gte(downloads.at, since)))
    .limit(1)
  return row !== undefined
}
