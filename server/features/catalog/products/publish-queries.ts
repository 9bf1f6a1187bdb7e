import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/client.ts'
import { queryPrepared } from '#server/db/prepared.ts'
import { orderItems, productFiles, products, users } from '#server/db/schema/index.ts'

/** In one order for everybody, so that two who lock them do not wait for each other. */
export async function findLiveIds(db: Db, sellerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(products.id)
  return rows.map(({ id }) => id)
}

/** Whether a category exists, and the one that a subcategory belongs to. */
export async function findCategoryAndParent(
  db: Database,
  categoryId: number,
  subcategoryId: number,
) {
  const [place] = await queryPrepared<{ categoryExists: boolean; parentId: number | null }>(
    db,
    'place',
    'select exists(select from categories where id = $1) as "categoryExists", (select category_id from subcategories where id = $2) as "parentId"',
    [categoryId, subcategoryId],
  )
  return place!
}

export async function insertProduct(
  tx: Db,
  product: typeof products.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(products).values(product).returning({ id: products.id })
  return row!.id
}

/** A seller's live product that was published under a request's key. */
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

/** Stores a file as the next version of its product and puts it on sale. */
export async function insertFileVersion(
  tx: Db,
  file: Omit<typeof productFiles.$inferInsert, 'version'>,
): Promise<void> {
  const [row] = await tx
    .insert(productFiles)
    .values({
      ...file,
      version: sql`(select coalesce(max(${productFiles.version}), 0) + 1 from ${productFiles} where ${productFiles.productId} = ${file.productId})`,
    })
    .returning({ id: productFiles.id })
  await tx.update(products).set({ fileId: row!.id }).where(eq(products.id, file.productId))
}

/** Holds a seller's account open until the transaction ends; false where it is closed or suspended. */
export async function lockSellerForShare(tx: Db, sellerId: number): Promise<boolean> {
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sellerId), isNull(users.closedAt), isNull(users.suspendedAt)))
    .for('share')
  return held.length > 0
}

/** Locks a seller's own live product, so that changes to it come one after another. */
export async function lockOwnProduct(tx: Db, sellerId: number, id: number) {
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .for('update')
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

/** Changes a seller's own live product in one statement. @returns whether there was one */
export async function updateOwnProduct(
  db: Db,
  sellerId: number,
  id: number,
  changes: Partial<typeof products.$inferInsert>,
): Promise<boolean> {
  const changed = await db
    .update(products)
    .set({ ...changes, updatedAt: new Date() })
    .where(and(eq(products.id, id), eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .returning({ id: products.id })
  return changed.length > 0
}

/**
 * Marks a file as no longer counting, unless someone has ordered it.
 * @returns its storage key and size where it was freed
 */
export async function markFileReleased(tx: Db, fileId: number) {
  const [freed] = await tx
    .update(productFiles)
    .set({ freedAt: new Date() })
    .where(
      and(
        eq(productFiles.id, fileId),
        isNull(productFiles.freedAt),
        sql`not exists (select 1 from ${orderItems} where ${orderItems.fileId} = ${productFiles.id})`,
      ),
    )
    .returning({ storageKey: productFiles.storageKey, sizeBytes: productFiles.sizeBytes })
  return freed
}

/** Whether any row names these bytes. @throws Error when the database cannot say: then they stay */
export async function isReferenced(
  db: Db,
  { storageKey, imageKey }: { storageKey?: string; imageKey?: string },
): Promise<boolean> {
  const files = storageKey
    ? await db.$count(productFiles, eq(productFiles.storageKey, storageKey))
    : 0
  const covers = imageKey ? await db.$count(products, eq(products.imageKey, imageKey)) : 0
  return files + covers > 0
}
