import { TIME_ZONE } from '#contract/time-zone.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { Gathered } from '#server/db/gathered.ts'
import { preparedOnce } from '#server/db/prepared.ts'
import {
  categories,
  orderItems,
  paymentAccounts,
  productFiles,
  productViews,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'

export const nameIn = (locale: Locale, table: typeof categories | typeof subcategories) =>
  locale === 'en' ? table.nameEn : table.nameEs

/** A product with all that a card or a page shows of it. */
export function selectProducts(db: Db, locale: Locale) {
  return db
    .select({
      id: products.id,
      sellerId: products.sellerId,
      username: profiles.username,
      name: products.name,
      description: products.description,
      price: products.price,
      isPriceDynamic: products.isPriceDynamic,
      deletedAt: products.deletedAt,
      takenDownAt: products.takenDownAt,
      takenDownReason: products.takenDownReason,
      createdAt: products.createdAt,
      updatedAt: products.updatedAt,
      salesCount: products.salesCount,
      imageKey: products.imageKey,
      categoryId: categories.id,
      categoryName: nameIn(locale, categories),
      subcategoryId: subcategories.id,
      subcategoryName: nameIn(locale, subcategories),
      fileType: productFiles.type,
      fileSizeBytes: productFiles.sizeBytes,
      hasAuth: sql<boolean>`(${paymentAccounts.id} is not null)`,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(subcategories, eq(subcategories.id, products.subcategoryId))
    .innerJoin(productFiles, eq(productFiles.id, products.fileId))
    .leftJoin(
      paymentAccounts,
      and(eq(paymentAccounts.userId, products.sellerId), eq(paymentAccounts.state, 'linked')),
    )
}

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** Neither withdrawn, nor taken down, nor of a suspended or closed account. */
export const forSale = and(
  isNull(products.deletedAt),
  isNull(products.takenDownAt),
  isNull(users.suspendedAt),
  isNull(users.closedAt),
)

export function findOwnProducts(db: Db, sellerId: number, locale: Locale): Promise<ProductRow[]> {
  return selectProducts(db, locale)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(desc(products.id))
}

/** In one order for everybody, so that two who lock them do not wait for each other. */
export async function findLiveIds(db: Db, sellerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(products.id)
  return rows.map(({ id }) => id)
}

export async function findOwnProduct(
  db: Db,
  sellerId: number,
  id: number,
  locale: Locale,
): Promise<ProductRow | undefined> {
  const [product] = await selectProducts(db, locale).where(
    and(eq(products.id, id), eq(products.sellerId, sellerId), isNull(products.deletedAt)),
  )
  return product
}

const publicProducts = preparedOnce((db, locale: Locale) =>
  selectProducts(db, locale)
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`, forSale))
    .prepare(`public_products_${locale}`),
)

export function findPublicProduct(
  db: Database,
  id: number,
  locale: Locale,
): Promise<ProductRow | undefined> {
  return gathered(db, locale).get(id)
}

const gathered = preparedOnce((db, locale: Locale) => {
  const statement = publicProducts(db, locale)
  return new Gathered<number, ProductRow>(async ids => {
    const rows = await statement.execute({ ids })
    return new Map(rows.map(row => [row.id, row]))
  })
})

/** Undefined where there is no such seller. */
export async function findSellerId(db: Db, username: string): Promise<number | undefined> {
  const [seller] = await db
    .select({ id: users.id })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.username, username), isNull(users.suspendedAt), isNull(users.closedAt)))
  return seller?.id
}

const ofSeller = (sellerId: number) => and(eq(products.sellerId, sellerId), products.listed)

export function findProductsOfSeller(
  db: Db,
  sellerId: number,
  locale: Locale,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProductRow[]> {
  return selectProducts(db, locale)
    .where(ofSeller(sellerId))
    .orderBy(desc(products.id))
    .limit(limit)
    .offset(offset)
}

export function countProductsOfSeller(db: Db, sellerId: number): Promise<number> {
  return db.$count(products, ofSeller(sellerId))
}

export function findCategories(db: Db, locale: Locale) {
  return db
    .select({ id: categories.id, name: nameIn(locale, categories) })
    .from(categories)
    .orderBy(categories.position)
}

export function findSubcategories(db: Db, locale: Locale, categoryId?: number) {
  return db
    .select({
      id: subcategories.id,
      categoryId: subcategories.categoryId,
      name: nameIn(locale, subcategories),
    })
    .from(subcategories)
    .where(categoryId === undefined ? undefined : eq(subcategories.categoryId, categoryId))
    .orderBy(subcategories.categoryId, subcategories.position)
}

/** The category a subcategory belongs to, and whether the category exists at all. */
export async function findPlace(db: Db, categoryId: number, subcategoryId: number) {
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, categoryId))
  const [subcategory] = await db
    .select({ categoryId: subcategories.categoryId })
    .from(subcategories)
    .where(eq(subcategories.id, subcategoryId))
  return { categoryExists: category !== undefined, parentId: subcategory?.categoryId }
}

export async function insertProduct(
  tx: Db,
  product: typeof products.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(products).values(product).returning({ id: products.id })
  return row!.id
}

/** A seller's live product that was published under a request's key. */
export async function findPublished(db: Db, sellerId: number, requestKey: string) {
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
export async function holdSeller(tx: Db, sellerId: number): Promise<boolean> {
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

/**
 * Marks a file as no longer counting, unless someone has ordered it.
 * @returns its storage key and size where it was freed
 */
export async function freeFile(tx: Db, fileId: number) {
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

/** Counts a look at a live product; of one that is not there, nothing. */
export async function countView(db: Db, productId: number): Promise<void> {
  const live = db
    .select({
      productId: products.id,
      sellerId: products.sellerId,
      day: sql`(now() at time zone ${TIME_ZONE})::date`.as('day'),
      count: sql`1`.as('count'),
    })
    .from(products)
    .where(
      and(eq(products.id, productId), isNull(products.deletedAt), isNull(products.takenDownAt)),
    )
  await db
    .insert(productViews)
    .select(live)
    .onConflictDoUpdate({
      target: [productViews.productId, productViews.day],
      set: { count: sql`${productViews.count} + 1` },
    })
}

/** Whether any row names these bytes. @throws Error when the database cannot say: then they stay */
export async function isNamed(
  db: Db,
  { storageKey, imageKey }: { storageKey?: string; imageKey?: string },
): Promise<boolean> {
  const files = storageKey
    ? await db.$count(productFiles, eq(productFiles.storageKey, storageKey))
    : 0
  const covers = imageKey ? await db.$count(products, eq(products.imageKey, imageKey)) : 0
  return files + covers > 0
}
