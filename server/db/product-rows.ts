import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { ProductState } from '#contract/products/state-rules.ts'
import type { Database, Db } from './client.ts'
import { renewListing } from './listing.ts'
import { products, workingCopies } from './schema/index.ts'
import { runPreparedQuery } from './prepared.ts'

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

/** The columns of a product that decide whether it is for sale, or which files its packs have. */
const LISTING_COLUMNS = ['state', 'editionId', 'deletedAt', 'takenDownAt'] as const

export async function updateProductRow(
  tx: Db,
  id: number,
  changes: Partial<typeof products.$inferInsert>,
): Promise<void> {
  await tx
    .update(products)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(products.id, id))
  if (LISTING_COLUMNS.some(column => column in changes)) await renewListing(tx, id)
}

/**
 * Finds the state and category of a seller's own product, which can be a draft; undefined if it is withdrawn or belongs
 * to another seller.
 */
export async function findOwnProductState(db: Database, sellerId: number, id: number) {
  const [row] = await runPreparedQuery<{
    state: ProductState
    categoryId: number | null
    subcategoryId: number | null
  }>(
    db,
    'own_product_state',
    'select state, category_id as "categoryId", subcategory_id as "subcategoryId" from products where id = $1 and seller_id = $2 and deleted_at is null',
    [id, sellerId],
  )
  return row
}

/** The columns of a working copy that a change can set. */
type WorkingCopyChanges = Partial<Omit<typeof workingCopies.$inferInsert, 'productId' | 'version'>>

/** Changes the working copy of a product, or begins one, and counts it as a change. */
export async function updateWorkingCopy(
  tx: Db,
  productId: number,
  changes: WorkingCopyChanges,
): Promise<void> {
  await tx
    .insert(workingCopies)
    .values({ fields: {}, ...changes, productId })
    .onConflictDoUpdate({
      target: workingCopies.productId,
      set: { ...changes, version: sql`${workingCopies.version} + 1`, savedAt: new Date() },
    })
}
