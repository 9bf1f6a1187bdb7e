import {
  type SQLWrapper,
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { WorkingCopy } from '#contract/products/working-copy.ts'
import type { Db } from '#server/db/client.ts'
import {
  editionFiles,
  orderItems,
  orders,
  payments,
  productEditions,
  productFiles,
  productPreviews,
  productSamples,
  productSlots,
  products,
  workingCopies,
} from '#server/db/schema/index.ts'
import { sampledFileId } from '../samples/queries.ts'

/** A slot of a product, as the database keeps it. */
export type SlotRow = typeof productSlots.$inferSelect

const { position, editedPosition } = productSlots

/** The SQL condition for slots that differ from what buyers see, without regard to their files. */
const isSlotChanged = sql`(${position} is distinct from ${editedPosition} or ${productSlots.edited} <> '{}')`

/** The SQL of whether the files that a seller has arranged are other ones than those that buyers get. */
export const filesAreChanged = sql<boolean>`(exists (select from ${productSlots}
  where ${productSlots.productId} = ${products.id} and ${isSlotChanged})
  or exists (select from ${productFiles} where ${productFiles.productId} = ${products.id}
  and ${productFiles.publishedAt} is null and ${productFiles.releasedAt} is null))`

/**
 * The files that a seller has arranged. A new file is refused if none of its versions could be sold.
 */
export const filesOfWorkingCopy = sql<
  WorkingCopy['files']
>`(select json_build_object('count', count(*), 'refusedCount', count(*) filter (where ${position} is null
  and not exists (select from ${productFiles} where ${productFiles.slotId} = ${productSlots.id}
  and ${productFiles.releasedAt} is null and ${productFiles.scanState} is distinct from 'refused')))
  from ${productSlots} where ${productSlots.productId} = ${products.id} and ${editedPosition} is not null)`

const findSlots = (db: Db, productId: number, order: typeof position | typeof editedPosition) =>
  db
    .select()
    .from(productSlots)
    .where(and(eq(productSlots.productId, productId), isNotNull(order)))
    .orderBy(asc(order), asc(productSlots.id))

/** Finds the slots of a product that are sold, in their order. */
export const findSlotsOnSale = (db: Db, productId: number): Promise<SlotRow[]> =>
  findSlots(db, productId, position)

/** Finds the slots of a product as its seller has arranged them, in their order. */
export const findEditedSlots = (db: Db, productId: number): Promise<SlotRow[]> =>
  findSlots(db, productId, editedPosition)

/** Finds the slots of a product that its seller has changed, without regard to their files. */
export function findChangedSlots(db: Db, productId: number): Promise<SlotRow[]> {
  return db
    .select()
    .from(productSlots)
    .where(and(eq(productSlots.productId, productId), isSlotChanged))
}

/**
 * Finds the slots of a product with their newest version, the version that was uploaded last, and the sample with the
 * version that it is cut from. Those that the seller has not hidden come first, in their order. A hidden slot whose
 * files are no longer stored is left out.
 */
export function findSlotsWithFiles(db: Db, productId: number) {
  const current = alias(productFiles, 'current')
  const last = alias(productFiles, 'last')
  return (
    db
      .select({
        slot: productSlots,
        current,
        last,
        sample: productSamples,
        sampledFileId,
        isListed: products.listed,
      })
      .from(productSlots)
      .innerJoin(products, eq(products.id, productSlots.productId))
      .leftJoin(productSamples, eq(productSamples.slotId, productSlots.id))
      .leftJoin(current, eq(current.id, productSlots.currentFileId))
      .leftJoin(
        last,
        sql`${last.id} = (select max(f.id) from product_files f where f.slot_id = ${productSlots.id})`,
      )
      .where(
        and(
          eq(productSlots.productId, productId),
          or(isNotNull(editedPosition), isNotNull(position), isNotNull(productSlots.currentFileId)),
        ),
      )
      // A hidden slot has no such position, and comes last.
      .orderBy(asc(editedPosition), asc(productSlots.id))
  )
}

/** Finds a slot of a product, hidden or not; undefined if the product has no such slot. */
export async function findSlot(
  db: Db,
  { productId, id }: { productId: number; id: number },
): Promise<SlotRow | undefined> {
  const [slot] = await db
    .select()
    .from(productSlots)
    .where(and(eq(productSlots.id, id), eq(productSlots.productId, productId)))
  return slot
}

/** Inserts a slot after the others that the seller has arranged. @returns the id of the slot */
export async function insertSlot(
  tx: Db,
  slot: Pick<typeof productSlots.$inferInsert, 'productId' | 'title' | 'forEarlierBuyers'>,
): Promise<number> {
  const [row] = await tx
    .insert(productSlots)
    .values({
      ...slot,
      editedPosition: nextPosition(slot.productId),
    })
    .returning({ id: productSlots.id })
  return row!.id
}

const nextPosition = (productId: number) =>
  sql`(select coalesce(max(${editedPosition}) + 1, 0) from ${productSlots}
    where ${productSlots.productId} = ${productId})`

/** Puts a slot that its seller had hidden where buyers still see it, or after the others. */
export async function showSlot(tx: Db, { id, productId }: SlotRow): Promise<void> {
  await tx
    .update(productSlots)
    .set({ editedPosition: sql`coalesce(${position}, ${nextPosition(productId)})` })
    .where(eq(productSlots.id, id))
}

export async function updateSlot(
  tx: Db,
  id: number,
  changes: Partial<Omit<SlotRow, 'id' | 'productId'>>,
): Promise<void> {
  await tx.update(productSlots).set(changes).where(eq(productSlots.id, id))
}

/** Inserts a file as the next version of its product. @returns the id of the version */
export async function insertFileVersion(
  tx: Db,
  file: Omit<typeof productFiles.$inferInsert, 'version'>,
): Promise<number> {
  const [row] = await tx
    .insert(productFiles)
    .values({
      ...file,
      version: sql`(select coalesce(max(${productFiles.version}), 0) + 1 from ${productFiles}
        where ${productFiles.productId} = ${file.productId})`,
    })
    .returning({ id: productFiles.id })
  return row!.id
}

/**
 * Inserts the next edition of a product.
 * @param slots the slots of the edition with their files
 * @returns the id of the edition
 */
export async function insertEdition(
  tx: Db,
  productId: number,
  slots: { id: number; fileId: number; position: number }[],
): Promise<number> {
  const [edition] = await tx
    .insert(productEditions)
    .values({
      productId,
      number: sql`(select coalesce(max(${productEditions.number}), 0) + 1 from ${productEditions}
        where ${productEditions.productId} = ${productId})`,
    })
    .returning({ id: productEditions.id })
  await tx.insert(editionFiles).values(
    slots.map(({ id, fileId, position }) => ({
      editionId: edition!.id,
      slotId: id,
      fileId,
      position,
    })),
  )
  return edition!.id
}

/** Notes that files are on sale, or will be once their product is. */
export async function markFilesOnSale(tx: Db, fileIds: number[]): Promise<void> {
  await tx
    .update(productFiles)
    .set({ supersededAt: null })
    .where(and(inArray(productFiles.id, fileIds), isNotNull(productFiles.supersededAt)))
}

/**
 * Notes since when the stored files of a product are not on sale any more.
 * @param fileIds the files that stay on sale
 * @returns the ids of the others, but for those that wait for their scan or are not published
 */
export async function markOtherFilesSuperseded(
  tx: Db,
  productId: number,
  fileIds: number[],
): Promise<number[]> {
  const rows = await tx
    .update(productFiles)
    .set({ supersededAt: sql`coalesce(${productFiles.supersededAt}, now())` })
    .where(
      and(
        eq(productFiles.productId, productId),
        isNull(productFiles.releasedAt),
        isNotNull(productFiles.publishedAt),
        sql`${productFiles.scanState} is distinct from 'waiting'`,
        notInArray(productFiles.id, fileIds),
      ),
    )
    .returning({ id: productFiles.id })
  return rows.map(({ id }) => id)
}

/**
 * Lets files that had left the quota count again.
 * @returns their sizes in bytes
 */
export async function countFilesAgain(tx: Db, fileIds: number[]): Promise<number[]> {
  const rows = await tx
    .update(productFiles)
    .set({ uncountedAt: null })
    .where(and(inArray(productFiles.id, fileIds), isNotNull(productFiles.uncountedAt)))
    .returning({ sizeBytes: productFiles.sizeBytes })
  return rows.map(({ sizeBytes }) => sizeBytes)
}

/** Which of the file versions that were never on sale: those that are not published, or that wait for their scan. */
export interface UnsoldFiles {
  isPublished?: boolean
  slotId?: number
}

/** Finds the stored file versions of a product that were never on sale. */
export async function findUnsoldFileIds(
  tx: Db,
  productId: number,
  { isPublished, slotId }: UnsoldFiles,
): Promise<number[]> {
  const { publishedAt, scanState } = productFiles
  const isUnsold = {
    published: and(isNotNull(publishedAt), eq(scanState, 'waiting')),
    unpublished: isNull(publishedAt),
    any: or(isNull(publishedAt), eq(scanState, 'waiting')),
  }
  const rows = await tx
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(
      and(
        eq(productFiles.productId, productId),
        slotId === undefined ? undefined : eq(productFiles.slotId, slotId),
        isUnsold[isPublished === undefined ? 'any' : isPublished ? 'published' : 'unpublished'],
        isNull(productFiles.releasedAt),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Publishes the files of a product that are not yet, or only those of one slot. */
export function publishFileVersions(tx: Db, productId: number, slotId?: number) {
  return tx
    .update(productFiles)
    .set({ publishedAt: new Date() })
    .where(
      and(
        eq(productFiles.productId, productId),
        slotId === undefined ? undefined : eq(productFiles.slotId, slotId),
        isNull(productFiles.publishedAt),
        isNull(productFiles.releasedAt),
      ),
    )
    .returning({
      id: productFiles.id,
      slotId: productFiles.slotId,
      scanState: productFiles.scanState,
    })
}

/** The condition for order items that somebody has paid or can still pay. */
const isItemKept = sql`exists (
  select 1 from ${orders} where ${orders.id} = ${orderItems.orderId} and not (
    ${orders.state} = 'expired' and ${orders.nextCheckAt} is null
    and not exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id})
  )
)`

/**
 * The condition for file versions that nobody has a right to: neither was the version bought, nor is it the newest of a
 * slot that was bought. An order that has expired without an attempt to pay, and is no longer reconciled, does not
 * count.
 */
const isUnordered = (fileId: SQLWrapper) => sql`not exists (
  select 1 from ${editionFiles} join ${orderItems} on ${orderItems.editionId} = ${editionFiles.editionId}
  where ${editionFiles.fileId} = ${fileId} and ${isItemKept}
) and not exists (
  select 1 from ${productSlots}
  join ${editionFiles} on ${editionFiles.slotId} = ${productSlots.id}
  join ${orderItems} on ${orderItems.editionId} = ${editionFiles.editionId}
  where ${productSlots.currentFileId} = ${fileId} and ${isItemKept}
)`

/**
 * Finds files that were replaced, refused, hidden or withdrawn, are still stored, and that nobody has bought or can
 * still buy. The files that are not on sale are collected first, since the planner expects most files to be such, and
 * would read the orders of all of them.
 */
export async function findOutdatedFiles(db: Db, limit: number) {
  const outdated = db
    .select({ id: productFiles.id, sellerId: products.sellerId })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .where(
      and(
        isNull(productFiles.releasedAt),
        or(isNotNull(productFiles.supersededAt), eq(productFiles.scanState, 'refused')),
      ),
    )
  const { rows } = await db.execute<{ id: number; sellerId: number }>(
    sql`with outdated as materialized (${outdated})
      select id, seller_id as "sellerId" from outdated where ${isUnordered(sql`outdated.id`)} limit ${limit}`,
  )
  return rows
}

/**
 * Finds files that are kept for their buyers and have not been on sale for so many days, but still count in the quota.
 */
export function findFilesToUncount(db: Db, days: number, limit: number) {
  return db
    .select({ id: productFiles.id, sellerId: products.sellerId })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .where(
      and(
        sql`${productFiles.supersededAt} < now() - ${days} * interval '1 day'`,
        isNull(productFiles.releasedAt),
        isNull(productFiles.uncountedAt),
      ),
    )
    .limit(limit)
}

/**
 * Marks a file that is not on sale as no longer counting in the quota.
 * @returns its size in bytes; undefined if it is on sale again, is no longer stored or does not count
 */
export async function markFileUncounted(tx: Db, fileId: number): Promise<number | undefined> {
  const [file] = await tx
    .update(productFiles)
    .set({ uncountedAt: new Date() })
    .where(
      and(
        eq(productFiles.id, fileId),
        isNotNull(productFiles.supersededAt),
        isNull(productFiles.releasedAt),
        isNull(productFiles.uncountedAt),
      ),
    )
    .returning({ sizeBytes: productFiles.sizeBytes })
  return file?.sizeBytes
}

/** Finds the id of the product that has a stored file; undefined if none has it. */
export async function findProductOfStoredFile(
  tx: Db,
  storageKey: string,
): Promise<number | undefined> {
  const [file] = await tx
    .select({ productId: productFiles.productId })
    .from(productFiles)
    .where(eq(productFiles.storageKey, storageKey))
  return file?.productId
}

/** Locks the product that a file version belongs to until the transaction ends. */
export async function lockProductOfFile(tx: Db, fileId: number): Promise<void> {
  const ofFile = tx
    .select({ id: productFiles.productId })
    .from(productFiles)
    .where(eq(productFiles.id, fileId))
  await tx
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ofFile))
    .for('update')
}

/**
 * Marks a file version as deleted from the storage, unless somebody has bought it or can still buy it. If it was the
 * newest version of its slot, the slot has no newest version afterwards.
 * @returns the storage key and the bytes to subtract from the quota, 0 if it did not count; undefined if the version is
 *   kept
 */
export async function markFileReleased(tx: Db, fileId: number) {
  const [released] = await tx
    .update(productFiles)
    .set({ releasedAt: new Date() })
    .where(
      and(
        eq(productFiles.id, fileId),
        isNull(productFiles.releasedAt),
        isUnordered(productFiles.id),
      ),
    )
    .returning({
      storageKey: productFiles.storageKey,
      countedBytes:
        sql<number>`(case when ${productFiles.uncountedAt} is null then ${productFiles.sizeBytes} else 0 end)`.mapWith(
          Number,
        ),
    })
  if (released)
    await tx
      .update(productSlots)
      .set({ currentFileId: null })
      .where(eq(productSlots.currentFileId, fileId))
  return released
}

/**
 * Tells whether any database row references a stored product file or cover image.
 * @throws Error if the database cannot answer
 */
export async function isStoredObjectReferenced(
  db: Db,
  {
    storageKey,
    imageKey,
    previewKey,
  }: Record<'storageKey' | 'imageKey' | 'previewKey', string | undefined>,
): Promise<boolean> {
  const files = storageKey
    ? await db.$count(productFiles, eq(productFiles.storageKey, storageKey))
    : 0
  const covers = imageKey
    ? (await db.$count(products, eq(products.imageKey, imageKey))) +
      (await db.$count(workingCopies, eq(workingCopies.imageKey, imageKey)))
    : 0
  const previews = previewKey
    ? await db.$count(productPreviews, eq(productPreviews.imageKey, previewKey))
    : 0
  return files + covers + previews > 0
}
