import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  editionFiles,
  jobs,
  productFiles,
  productSamples,
  productSlots,
  products,
} from '#server/db/schema/index.ts'
import { cutSampleJob } from './job.ts'

/** The sample of a slot, as the database keeps it. */
export type SampleRow = typeof productSamples.$inferSelect

/** Tells whether a sample of a slot is offered. */
export async function hasSample(db: Db, slotId: number): Promise<boolean> {
  return (await db.$count(productSamples, eq(productSamples.slotId, slotId))) > 0
}

/** Inserts the row of a sample that is not cut yet, unless the slot has one. */
export async function insertSample(
  tx: Db,
  { slotId, productId }: { slotId: number; productId: number },
): Promise<void> {
  await tx.insert(productSamples).values({ slotId, productId }).onConflictDoNothing()
}

/** Finds the type of the newest version of a slot, or of the one that was uploaded last if none passed its scan. */
export async function findSlotType(db: Db, slotId: number): Promise<string | undefined> {
  const [file] = await db
    .select({ type: productFiles.type })
    .from(productFiles)
    .innerJoin(productSlots, eq(productSlots.id, productFiles.slotId))
    .where(eq(productFiles.slotId, slotId))
    .orderBy(
      sql`${productFiles.id} is not distinct from ${productSlots.currentFileId} desc, ${productFiles.id} desc`,
    )
    .limit(1)
  return file?.type
}

/**
 * Deletes the samples of a product.
 * @param slotId only that of this slot
 * @returns the keys of those that were stored
 */
export async function deleteSamples(
  tx: Db,
  by: { productId: number } | { slotId: number },
): Promise<string[]> {
  const condition =
    'slotId' in by
      ? eq(productSamples.slotId, by.slotId)
      : eq(productSamples.productId, by.productId)
  const rows = await tx
    .delete(productSamples)
    .where(condition)
    .returning({ key: productSamples.storageKey })
  return rows.flatMap(({ key }) => key ?? [])
}

/**
 * The SQL of the version that a sample has to be cut from: the one on sale, or the newest that could be sold of a new
 * slot. Null if there is none, and in a slot that is not sold any more or a product that was withdrawn.
 */
export const sampledFileId = sql<
  number | null
>`(case when ${products.deletedAt} is not null then null
  when ${productSlots.position} is not null then ${productSlots.currentFileId}
  when ${productSlots.editedPosition} is not null then (select max(v.id) from product_files v
    where v.slot_id = ${productSlots.id} and v.released_at is null
    and v.scan_state is distinct from 'waiting' and v.scan_state is distinct from 'refused') end)`

/**
 * Finds the offered sample of a slot, with the version that it has to be cut from; undefined if none is offered.
 * `sample.fileId` is the version that it was cut from.
 */
export async function findSampleToCut(db: Db, slotId: number) {
  const [row] = await db
    .select({
      sample: productSamples,
      sellerId: products.sellerId,
      file: {
        id: productFiles.id,
        storageKey: productFiles.storageKey,
        type: productFiles.type,
        sizeBytes: productFiles.sizeBytes,
      },
    })
    .from(productSamples)
    .innerJoin(productSlots, eq(productSlots.id, productSamples.slotId))
    .innerJoin(products, eq(products.id, productSamples.productId))
    .leftJoin(productFiles, eq(productFiles.id, sampledFileId))
    .where(eq(productSamples.slotId, slotId))
  return row
}

export async function updateSample(
  tx: Db,
  slotId: number,
  sample: Omit<SampleRow, 'slotId' | 'productId' | 'createdAt'>,
): Promise<void> {
  await tx.update(productSamples).set(sample).where(eq(productSamples.slotId, slotId))
}

/** Locks the product of a slot until the transaction ends. */
export async function lockProductOfSlot(tx: Db, slotId: number): Promise<void> {
  const ofSlot = tx
    .select({ id: productSlots.productId })
    .from(productSlots)
    .where(eq(productSlots.id, slotId))
  await tx
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.id} = (${ofSlot})`)
    .for('update')
}

/** Finds slots whose sample was cut from another version than the newest, without a job that has failed for good. */
export async function findOutdatedSamples(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .select({ slotId: productSamples.slotId })
    .from(productSamples)
    .innerJoin(productSlots, eq(productSlots.id, productSamples.slotId))
    .innerJoin(products, eq(products.id, productSamples.productId))
    .where(
      and(
        sql`${productSamples.fileId} is distinct from ${sampledFileId}`,
        sql`not exists (select from ${jobs} where ${jobs.kind} = ${cutSampleJob.kind}
          and ${jobs.state} in ('waiting', 'dead') and (${jobs.payload}->>'slotId')::int = ${productSamples.slotId})`,
      ),
    )
    .limit(limit)
  return rows.map(({ slotId }) => slotId)
}

/** The SQL condition for samples that are published, as those are of which the seller has not changed the offer. */
export const isSamplePublished = sql`(${productSlots.edited} ->> 'offersSample') is distinct from 'true'`

/**
 * Finds the sample of a file version. Undefined unless the version, its slot, its sample and its product are published
 * and on sale.
 */
export async function findPublicSample(db: Database, fileId: number) {
  const [sample] = await selectPublicSample(db).execute({ fileId })
  return sample
}

/** The columns that sending a sample needs. */
const sentColumns = {
  storageKey: productSamples.storageKey,
  mime: productSamples.mime,
  sizeBytes: productSamples.sizeBytes,
  sha256: productSamples.sha256,
  fileName: productFiles.fileName,
}

const selectPublicSample = prepareOnce(db =>
  db
    .select(sentColumns)
    .from(productSamples)
    .innerJoin(products, eq(products.id, productSamples.productId))
    .innerJoin(
      editionFiles,
      and(
        eq(editionFiles.editionId, products.editionId),
        eq(editionFiles.slotId, productSamples.slotId),
        eq(editionFiles.fileId, productSamples.fileId),
      ),
    )
    .innerJoin(productSlots, eq(productSlots.id, productSamples.slotId))
    .innerJoin(productFiles, eq(productFiles.id, productSamples.fileId))
    .where(
      and(
        eq(productSamples.fileId, sql.placeholder('fileId')),
        isNotNull(productSamples.storageKey),
        isNotNull(productSlots.position),
        isSamplePublished,
        products.listed,
      ),
    )
    .prepare('public_sample'),
)

/** Finds the sample that was cut from a file version of a seller's product, on sale or not; undefined without one. */
export async function findOwnSample(
  db: Db,
  { sellerId, id, version }: { sellerId: number; id: number; version: number },
) {
  const [sample] = await db
    .select(sentColumns)
    .from(productSamples)
    .innerJoin(products, eq(products.id, productSamples.productId))
    .innerJoin(productFiles, eq(productFiles.id, productSamples.fileId))
    .where(
      and(
        eq(productSamples.fileId, version),
        eq(productSamples.productId, id),
        eq(products.sellerId, sellerId),
        isNull(products.deletedAt),
        isNotNull(productSamples.storageKey),
      ),
    )
  return sample
}
