import { and, eq, isNotNull, inArray, isNull, ne, or, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  orderItems,
  orders,
  payments,
  productFiles,
  products,
  users,
} from '#server/db/schema/index.ts'

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
  return db.$count(products, eq(products.sellerId, sellerId))
}

export async function insertProduct(
  tx: Db,
  product: typeof products.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(products).values(product).returning({ id: products.id })
  return row!.id
}

/** Finds a seller's product that was published with this idempotency key, unless it was withdrawn. */
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

/** Inserts a file as the next version of its product. @returns the id of the version */
export async function insertFileVersion(
  tx: Db,
  file: Omit<typeof productFiles.$inferInsert, 'version'>,
): Promise<number> {
  const [row] = await tx
    .insert(productFiles)
    .values({
      ...file,
      version: sql`(select coalesce(max(${productFiles.version}), 0) + 1 from ${productFiles} where ${productFiles.productId} = ${file.productId})`,
    })
    .returning({ id: productFiles.id })
  return row!.id
}

/** Finds the stored file versions of a product that wait for their scan. */
export async function findWaitingFileIds(tx: Db, productId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: productFiles.id })
    .from(productFiles)
    .where(
      and(
        eq(productFiles.productId, productId),
        eq(productFiles.scanState, 'waiting'),
        isNull(productFiles.releasedAt),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Locks a seller's row in share mode until the transaction ends, so that the account cannot be closed or suspended
 * meanwhile.
 * @returns false if the account is already closed or suspended
 */
export async function lockSellerForShare(tx: Db, sellerId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sellerId), isNull(users.closedAt), isNull(users.suspendedAt)))
    .for('share')
  return rows.length > 0
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
 * Changes a seller's own product in one statement.
 * @returns false if the product was withdrawn or belongs to another seller
 */
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
 * The condition for file versions that nobody has bought or can still buy: their orders have expired without an attempt
 * to pay, and are no longer reconciled.
 */
const isUnordered = (fileId: SQLWrapper) => sql`not exists (
  select 1 from ${orderItems} join ${orders} on ${orders.id} = ${orderItems.orderId}
  where ${orderItems.fileId} = ${fileId} and not (
    ${orders.state} = 'expired' and ${orders.nextCheckAt} is null
    and not exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id})
  )
)`

/**
 * Finds files that were replaced, refused or withdrawn, are still stored, and that nobody has bought or can still buy. The
 * replaced and withdrawn ones are collected first, since the planner expects most files to be replaced, and would read
 * the orders of all of them.
 */
export async function findOutdatedFiles(db: Db, limit: number) {
  const outdated = db
    .select({ id: productFiles.id, sellerId: products.sellerId })
    .from(productFiles)
    .innerJoin(products, eq(products.id, productFiles.productId))
    .where(
      and(
        isNull(productFiles.releasedAt),
        or(
          isNotNull(products.deletedAt),
          ne(products.fileId, productFiles.id),
          eq(productFiles.scanState, 'refused'),
        ),
        // A file that waits for its scan is newer than the one on sale.
        sql`${productFiles.scanState} is distinct from 'waiting'`,
      ),
    )
  const { rows } = await db.execute<{ id: number; sellerId: number }>(
    sql`with outdated as materialized (${outdated})
      select id, seller_id as "sellerId" from outdated where ${isUnordered(sql`outdated.id`)} limit ${limit}`,
  )
  return rows
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
 * Marks a file version as no longer counting against the quota, unless somebody has bought it or can still buy it.
 * @returns the storage key and size of the file, or undefined if it was ordered
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
    .returning({ storageKey: productFiles.storageKey, sizeBytes: productFiles.sizeBytes })
  return released
}

/**
 * Tells whether any database row references a stored product file or cover image.
 * @throws Error if the database cannot answer
 */
export async function isStoredObjectReferenced(
  db: Db,
  { storageKey, imageKey }: { storageKey?: string; imageKey?: string },
): Promise<boolean> {
  const files = storageKey
    ? await db.$count(productFiles, eq(productFiles.storageKey, storageKey))
    : 0
  const covers = imageKey ? await db.$count(products, eq(products.imageKey, imageKey)) : 0
  return files + covers > 0
}
