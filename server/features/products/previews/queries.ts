import { type SQL, type SQLWrapper, and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productPreviews, products } from '#server/db/schema/index.ts'

export type PreviewRow = Pick<typeof productPreviews.$inferSelect, 'id' | 'imageKey'>

const { id, productId, imageKey, position, editedPosition } = productPreviews

/** Builds the SQL of the previews of a product, since a second statement would double the duration. */
const selectPreviews = (order: SQLWrapper) =>
  sql<
    PreviewRow[]
  >`(select coalesce(json_agg(json_build_object('id', ${id}, 'imageKey', ${imageKey}) order by ${order}, ${id}), '[]')
  from ${productPreviews} where ${productId} = ${products.id} and ${order} is not null)`

/** The previews that buyers see. */
export const previewsOfProduct = selectPreviews(position)
/** The previews that the seller has chosen, which may not be published. */
export const previewsOfWorkingCopy = selectPreviews(editedPosition)
/** The SQL of whether the previews that the seller has chosen are other ones than those that buyers see. */
export const previewsAreChanged = sql<boolean>`exists (select 1 from ${productPreviews}
  where ${productId} = ${products.id} and ${position} is distinct from ${editedPosition})`

/** Finds the previews that buyers see of a product. */
export function findPreviews(db: Db, ofProduct: number): Promise<PreviewRow[]> {
  return db
    .select({ id, imageKey })
    .from(productPreviews)
    .where(and(eq(productId, ofProduct), isNotNull(position)))
    .orderBy(asc(position), asc(id))
}

/** Finds the previews that the seller of a product has chosen. */
export function findEditedPreviews(db: Db, ofProduct: number): Promise<PreviewRow[]> {
  return db
    .select({ id, imageKey })
    .from(productPreviews)
    .where(and(eq(productId, ofProduct), isNotNull(editedPosition)))
    .orderBy(asc(editedPosition), asc(id))
}

/** Finds the previews that buyers see of all products of a seller that are not withdrawn. */
export function findPreviewsOfSeller(
  db: Db,
  sellerId: number,
): Promise<(PreviewRow & { productId: number })[]> {
  return db
    .select({ id, productId, imageKey })
    .from(productPreviews)
    .innerJoin(products, eq(products.id, productId))
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt), isNotNull(position)))
    .orderBy(asc(position), asc(id))
}

/** Inserts a preview after those that the seller has chosen. Buyers do not see it before it is published. */
export async function insertPreview(tx: Db, ofProduct: number, key: string): Promise<void> {
  await tx.insert(productPreviews).values({
    productId: ofProduct,
    imageKey: key,
    editedPosition: sql`(select coalesce(max(${editedPosition}), 0) + 1 from ${productPreviews}
      where ${productId} = ${ofProduct})`,
  })
}

/** Puts a preview at a position of those that the seller has chosen, or removes it from them. */
export async function setEditedPosition(
  tx: Db,
  preview: number,
  newPosition: number | null,
): Promise<void> {
  await tx
    .update(productPreviews)
    .set({ editedPosition: newPosition })
    .where(eq(productPreviews.id, preview))
}

/**
 * Shows buyers the previews that the seller has chosen, and deletes the others.
 * @returns the storage keys of the images of the others
 */
export async function publishPreviews(tx: Db, ofProduct: number): Promise<string[]> {
  const removed = await deletePreviews(tx, ofProduct, isNull(editedPosition))
  await tx
    .update(productPreviews)
    .set({ position: editedPosition })
    .where(and(eq(productId, ofProduct), sql`${position} is distinct from ${editedPosition}`))
  return removed
}

/**
 * Takes back what the seller has changed of the previews that buyers see.
 * @returns the storage keys of the images that buyers do not see
 */
export async function discardPreviews(tx: Db, ofProduct: number): Promise<string[]> {
  const removed = await deletePreviews(tx, ofProduct, isNull(position))
  await tx
    .update(productPreviews)
    .set({ editedPosition: position })
    .where(and(eq(productId, ofProduct), sql`${position} is distinct from ${editedPosition}`))
  return removed
}

async function deletePreviews(tx: Db, ofProduct: number, condition: SQL): Promise<string[]> {
  const deleted = await tx
    .delete(productPreviews)
    .where(and(eq(productId, ofProduct), condition))
    .returning({ imageKey })
  return deleted.map(row => row.imageKey)
}

/** Deletes a preview that was never published. @returns the storage key of its image; undefined if it was */
export async function deleteNewPreview(tx: Db, preview: number): Promise<string | undefined> {
  const [deleted] = await tx
    .delete(productPreviews)
    .where(and(eq(id, preview), isNull(position)))
    .returning({ imageKey })
  return deleted?.imageKey
}

/**
 * Tells whether a preview uses an image.
 * @throws Error if the database cannot answer
 */
export async function isUsedAsPreview(db: Db, key: string): Promise<boolean> {
  return (await db.$count(productPreviews, eq(imageKey, key))) > 0
}
