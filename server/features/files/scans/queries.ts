import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  editionFiles,
  jobs,
  orderItems,
  orders,
  productFiles,
  productSlots,
  products,
} from '#server/db/schema/index.ts'
import { scanFileJob } from '../job-kinds.ts'

/** A scan that has not ended yet. */
const isOpenJob = and(eq(jobs.kind, scanFileJob.kind), eq(jobs.state, 'waiting'))

/**
 * Finds a file that was not scanned yet, with its product; undefined if it is already scanned, or was replaced or
 * withdrawn before anybody ordered it.
 */
export async function findFileToScan(db: Db, id: number) {
  const [file] = await db
    .select({
      id: productFiles.id,
      storageKey: productFiles.storageKey,
      type: productFiles.type,
      sizeBytes: productFiles.sizeBytes,
      isWaiting: sql<boolean>`(${productFiles.scanState} is not null)`,
      isPublished: sql<boolean>`(${productFiles.publishedAt} is not null)`,
      productId: products.id,
      /** The name of the product, or of the file in a draft that has no name yet. */
      productName: sql<string>`coalesce(nullif(${products.name}, ''), ${productFiles.fileName})`,
      sellerId: products.sellerId,
      slotId: productFiles.slotId,
      editionId: products.editionId,
      isNewest: sql<boolean>`(${productSlots.currentFileId} is not distinct from ${productFiles.id})`,
      isSold: sql<boolean>`(${productSlots.position} is not null)`,
    })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .innerJoin(productSlots, eq(productSlots.id, productFiles.slotId))
    .where(
      and(
        eq(productFiles.id, id),
        isNull(productFiles.releasedAt),
        isNull(products.deletedAt),
        or(
          eq(productFiles.scanState, 'waiting'),
          and(isNull(productFiles.scanState), eq(productSlots.currentFileId, productFiles.id)),
        ),
      ),
    )
  return file
}
export type FileToScan = NonNullable<Awaited<ReturnType<typeof findFileToScan>>>

export async function updateFileScan(
  tx: Db,
  id: number,
  changes: Partial<
    Pick<
      typeof productFiles.$inferInsert,
      'scanState' | 'scannedAt' | 'scanRefusal' | 'scanSignature' | 'onSaleAt'
    >
  >,
): Promise<void> {
  await tx.update(productFiles).set(changes).where(eq(productFiles.id, id))
}

/** Tells whether a paid order has this file. */
export async function wasFileSold(tx: Db, fileId: number): Promise<boolean> {
  const [sale] = await tx
    .select({ id: orders.id })
    .from(editionFiles)
    .innerJoin(orderItems, eq(orderItems.editionId, editionFiles.editionId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(editionFiles.fileId, fileId), isNotNull(orders.approvedAt)))
    .limit(1)
  return sale !== undefined
}

const isWaiting = and(eq(productFiles.scanState, 'waiting'), isNull(productFiles.releasedAt))

/** Finds waiting files without a job that scans them, including a dead one, which an admin can retry. */
export async function findWaitingFilesWithoutJob(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(
      and(
        isWaiting,
        sql`not exists (select from ${jobs} where ${jobs.kind} = ${scanFileJob.kind}
          and ${jobs.state} in ('waiting', 'dead') and (${jobs.payload}->>'fileId')::int = ${productFiles.id})`,
      ),
    )
  return rows.map(({ id }) => id)
}

/** Counts the scans that have not ended yet. */
export function countScanJobs(db: Db): Promise<number> {
  return db.$count(jobs, isOpenJob)
}

const isUnscannedOnSale = and(
  eq(productSlots.currentFileId, productFiles.id),
  isNull(products.deletedAt),
  isNull(productFiles.scanState),
)

/** Finds files on sale that no scanner has read or refused to read, the newest first. */
export async function findUnscannedFileIds(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: productFiles.id })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .innerJoin(productSlots, eq(productSlots.id, productFiles.slotId))
    .where(and(isUnscannedOnSale, isNull(productFiles.scannedAt)))
    .orderBy(desc(productFiles.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
