import { TIME_ZONE } from '#contract/core/time-zone.ts'
import { type SQL, and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Locale, locales } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { preparedOnce, queryPrepared } from '#server/db/prepared.ts'
import {
  categories,
  paymentAccounts,
  productFiles,
  productPreviews,
  productViews,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'
import type { PreviewRow } from './previews/queries.ts'

/** The same in each language, by which columns differ. */
export function perLocale<T>(make: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(locales.map(locale => [locale, make(locale)])) as Record<Locale, T>
}

export const localizedName = (locale: Locale, table: typeof categories | typeof subcategories) =>
  locale === 'en' ? table.nameEn : table.nameEs

/** A product with all that a card shows of it. */
export const selectProducts = (db: Db, locale: Locale) => selectProductsWith(db, locale, {})

function selectProductsWith<More extends Record<string, SQL | PgColumn>>(
  db: Db,
  locale: Locale,
  more: More,
) {
  return db
    .select({
      ...more,
      id: products.id,
      sellerId: products.sellerId,
      username: profiles.username,
      name: products.name,
      description: products.description,
      price: products.price,
      isPriceDynamic: products.isPriceDynamic,
      deleted: sql<boolean>`(${products.deletedAt} is not null)`,
      imageKey: products.imageKey,
      categoryId: categories.id,
      categoryName: localizedName(locale, categories),
      subcategoryId: subcategories.id,
      subcategoryName: localizedName(locale, subcategories),
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

/** What only its seller sees besides. */
const ownColumns = {
  takenDownAt: products.takenDownAt,
  takenDownReason: products.takenDownReason,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  salesCount: products.salesCount,
}

const selectOwnProducts = (db: Db, locale: Locale) => selectProductsWith(db, locale, ownColumns)

export type OwnProductRow = Awaited<ReturnType<typeof selectOwnProducts>>[number]

/** Neither withdrawn, nor taken down, nor of a suspended or closed account. */
export const isForSale = and(
  isNull(products.deletedAt),
  isNull(products.takenDownAt),
  isNull(users.suspendedAt),
  isNull(users.closedAt),
)

export function findOwnProducts(
  db: Db,
  sellerId: number,
  locale: Locale,
): Promise<OwnProductRow[]> {
  return selectOwnProducts(db, locale)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(desc(products.id))
}

export async function findOwnProduct(
  db: Database,
  sellerId: number,
  id: number,
  locale: Locale,
): Promise<OwnProductRow | undefined> {
  const [product] = await selectOwnProduct[locale](db).execute({ id, sellerId })
  return product
}

const selectOwnProduct = perLocale(locale =>
  preparedOnce(db =>
    selectOwnProducts(db, locale)
      .where(
        and(
          eq(products.id, sql.placeholder('id')),
          eq(products.sellerId, sql.placeholder('sellerId')),
          isNull(products.deletedAt),
        ),
      )
      .prepare(`own_product_${locale}`),
  ),
)

/** Where a seller's own live product hangs, or undefined where they have none of this id. */
export async function findOwnProductCategory(db: Database, sellerId: number, id: number) {
  const [place] = await queryPrepared<{ categoryId: number; subcategoryId: number }>(
    db,
    'own_place',
    'select category_id as "categoryId", subcategory_id as "subcategoryId" from products where id = $1 and seller_id = $2 and deleted_at is null',
    [id, sellerId],
  )
  return place
}

/** What a product's page shows: with the card, its previews in order. */
export type ProductDetailRow = ProductRow & { previews: PreviewRow[] }

// One statement for both: a second one costs as much as the first.
const previews = sql<
  PreviewRow[]
>`(select coalesce(json_agg(json_build_object('id', ${productPreviews.id}, 'imageKey', ${productPreviews.imageKey}) order by ${productPreviews.position}, ${productPreviews.id}), '[]') from ${productPreviews} where ${productPreviews.productId} = ${products.id})`

export async function findPublicProduct(
  db: Database,
  id: number,
  locale: Locale,
): Promise<ProductDetailRow | undefined> {
  const [product] = await selectPublicProduct[locale](db).execute({ id })
  return product
}

const selectPublicProduct = perLocale(locale =>
  preparedOnce(db =>
    selectProductsWith(db, locale, { previews })
      .where(and(eq(products.id, sql.placeholder('id')), isForSale))
      .prepare(`public_product_${locale}`),
  ),
)

export function findCategories(db: Db, locale: Locale) {
  return db
    .select({ id: categories.id, name: localizedName(locale, categories) })
    .from(categories)
    .orderBy(categories.position)
}

export function findSubcategories(db: Db, locale: Locale, categoryId?: number) {
  return db
    .select({
      id: subcategories.id,
      categoryId: subcategories.categoryId,
      name: localizedName(locale, subcategories),
    })
    .from(subcategories)
    .where(categoryId === undefined ? undefined : eq(subcategories.categoryId, categoryId))
    .orderBy(subcategories.categoryId, subcategories.position)
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
