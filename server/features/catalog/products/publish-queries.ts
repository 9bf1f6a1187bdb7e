import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productFiles, productPreviews, products, workingCopies } from '#server/db/schema/index.ts'

/**
 * Finds a seller's products that are not withdrawn. They are sorted by id, so that two transactions that lock them
 * cannot deadlock.
 */
export async function findActiveProductIds(db: Db, sellerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(products.id)
  return rows.map(({ id }) => id)
}

/** Counts the products that a seller has published, with the withdrawn ones. */
export function countPublishedProducts(db: Db, sellerId: number): Promise<number> {
  return db.$count(products, and(eq(products.sellerId, sellerId), ne(products.state, 'draft')))
}

export async function insertProduct(
  tx: Db,
  product: typeof products.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(products).values(product).returning({ id: products.id })
  return row!.id
}

/** Finds a seller's product that was made with this idempotency key, unless it was withdrawn. */
export async function findProductByRequestKey(db: Db, sellerId: number, requestKey: string) {
  const [row] = await db
    .select({ id: products.id, requestDigest: products.requestDigest })
    .from(products)
    .where(
      and(
        eq(products.sellerId, sellerId),
        eq(products.requestKey, requestKey),
        isNull(products.deletedAt),
      ),
    )
  return row
}

/**
 * Finds a seller's own product and locks its row; undefined if the product was withdrawn or belongs to another seller.
 */
export async function lockOwnProduct(tx: Db, sellerId: number, id: number) {
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .for('update')
  return product
}

/** Finds a seller's own product that was published and is not withdrawn. */
export async function findOwnProductRow(db: Db, sellerId: number, id: number) {
  const [product] = await db
    .select()
    .from(products)
    .where(
      and(
        eq(products.id, id),
        eq(products.sellerId, sellerId),
        isNull(products.deletedAt),
        ne(products.state, 'draft'),
      ),
    )
  return product
}

export async function updateProductRow(
  tx: Db,
  id: number,
  changes: Partial<typeof products.$inferInsert>,
): Promise<void> {
  await tx
    .update(products)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(products.id, id))
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
