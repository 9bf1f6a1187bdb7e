import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productPreviews, products } from '#server/db/schema/index.ts'

export type PreviewRow = Pick<typeof productPreviews.$inferSelect, 'id' | 'imageKey'>

const columns = {
  id: productPreviews.id,
  productId: productPreviews.productId,
  imageKey: productPreviews.imageKey,
}
const inOrder = [asc(productPreviews.position), asc(productPreviews.id)]

/** The previews of a product, in a subquery, since a second statement would double the duration. */
export const previewsOfProduct = sql<
  PreviewRow[]
>`(select coalesce(json_agg(json_build_object('id', ${productPreviews.id}, 'imageKey', ${productPreviews.imageKey})
  order by ${productPreviews.position}, ${productPreviews.id}), '[]') from ${productPreviews}
  where ${productPreviews.productId} = ${products.id})`

export function findPreviews(db: Db, productId: number): Promise<PreviewRow[]> {
  return db
    .select(columns)
    .from(productPreviews)
    .where(eq(productPreviews.productId, productId))
    .orderBy(...inOrder)
}

/** Finds the previews of all products of a seller that are not withdrawn. */
export function findPreviewsOfSeller(
  db: Db,
  sellerId: number,
): Promise<(PreviewRow & { productId: number })[]> {
  return db
    .select(columns)
    .from(productPreviews)
    .innerJoin(products, eq(products.id, productPreviews.productId))
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(...inOrder)
}

/** Inserts a preview after the existing previews of the product. */
export async function insertPreview(tx: Db, productId: number, imageKey: string): Promise<void> {
  await tx.insert(productPreviews).values({
    productId,
    imageKey,
    position: sql`(select coalesce(max(${productPreviews.position}), 0) + 1 from ${productPreviews}
      where ${productPreviews.productId} = ${productId})`,
  })
}

export async function setPreviewPosition(tx: Db, id: number, position: number): Promise<void> {
  await tx.update(productPreviews).set({ position }).where(eq(productPreviews.id, id))
}

/**
 * Deletes a preview.
 * @returns the storage key of its image, or undefined if the product has no such preview
 */
export async function deletePreviewRow(
  tx: Db,
  productId: number,
  id: number,
): Promise<string | undefined> {
  const [deleted] = await tx
    .delete(productPreviews)
    .where(and(eq(productPreviews.id, id), eq(productPreviews.productId, productId)))
    .returning({ imageKey: productPreviews.imageKey })
  return deleted?.imageKey
}

/** Deletes the previews of a product, and returns the storage keys of their images. */
export async function deletePreviewsOfProduct(tx: Db, productId: number): Promise<string[]> {
  const deleted = await tx
    .delete(productPreviews)
    .where(eq(productPreviews.productId, productId))
    .returning({ imageKey: productPreviews.imageKey })
  return deleted.map(({ imageKey }) => imageKey)
}

/**
 * Tells whether a preview uses an image.
 * @throws Error if the database cannot answer
 */
export async function isUsedAsPreview(db: Db, imageKey: string): Promise<boolean> {
  return (await db.$count(productPreviews, eq(productPreviews.imageKey, imageKey))) > 0
}
