import { type SQL, and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FileRefusal } from '#contract/catalog/products.ts'
import { type Locale, locales } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { prepareOnce, runPreparedQuery } from '#server/db/prepared.ts'
import {
  availabilityRequests,
  categories,
  paymentAccounts,
  productFiles,
  productPreviews,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'
import type { PreviewRow } from './previews/queries.ts'

/** Builds one value for each language, such as a query that selects the columns of that language. */
export function buildForEachLocale<T>(make: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(locales.map(locale => [locale, make(locale)])) as Record<Locale, T>
}

export const selectLocalizedName = (
  locale: Locale,
  table: typeof categories | typeof subcategories,
) => (locale === 'en' ? table.nameEn : table.nameEs)

/** Builds the query of products on sale with every field that a product card shows. */
export const selectProducts = (db: Db, locale: Locale) => selectProductsWith(db, locale, {})

/** The id of the file version that was uploaded last. */
const newestFileId = sql`(select newest.id from ${productFiles} newest where newest.product_id = ${products.id} order by newest.version desc limit 1)`

function selectProductsWith<More extends Record<string, SQL | PgColumn>>(
  db: Db,
  locale: Locale,
  more: More,
  fileId: SQL | PgColumn = products.fileId,
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
      guaranteeDays: products.guaranteeDays,
      deleted: sql<boolean>`(${products.deletedAt} is not null)`,
      imageKey: products.imageKey,
      categoryId: categories.id,
      categoryName: selectLocalizedName(locale, categories),
      subcategoryId: subcategories.id,
      subcategoryName: selectLocalizedName(locale, subcategories),
      fileType: productFiles.type,
      fileSizeBytes: productFiles.sizeBytes,
      filePages: productFiles.pages,
      reviewCount: products.reviewCount,
      reviewStars: products.reviewStars,
      hasAuth: sql<boolean>`(${paymentAccounts.id} is not null and ${users.salesClosedAt} is null)`,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(subcategories, eq(subcategories.id, products.subcategoryId))
    .innerJoin(productFiles, eq(productFiles.id, fileId))
    .leftJoin(
      paymentAccounts,
      and(eq(paymentAccounts.userId, products.sellerId), eq(paymentAccounts.state, 'linked')),
    )
}

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** The scan of a file version, as the columns of `product_files` store it. */
export interface FileScanRow {
  state: 'waiting' | 'clean' | 'refused' | null
  refusal: FileRefusal | null
  signature: string | null
}

/** The additional fields of a product that only its seller sees. */
const ownColumns = {
  takenDownAt: products.takenDownAt,
  takenDownReason: products.takenDownReason,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  salesCount: products.salesCount,
  fileId: products.fileId,
  // The file that was uploaded last, which is the one on sale unless it waits for its scan or was refused.
  fileScan: sql<FileScanRow>`(select json_build_object('state', scanned.scan_state, 'refusal', scanned.scan_refusal, 'signature', scanned.scan_signature) from ${productFiles} scanned where scanned.id = ${newestFileId})`,
  waitingCount: sql<number>`(select count(*)::int from ${availabilityRequests} where ${availabilityRequests.productId} = ${products.id})`,
}

const selectOwnProducts = (db: Db, locale: Locale) =>
  selectProductsWith(db, locale, ownColumns, sql`coalesce(${products.fileId}, ${newestFileId})`)

export type OwnProductRow = Awaited<ReturnType<typeof selectOwnProducts>>[number]

/**
 * The SQL condition for products that are for sale if they have a file on sale: neither withdrawn nor taken down, and the
 * seller's account neither suspended nor closed.
 */
export const forSaleCondition = and(
  isNull(products.deletedAt),
  isNull(products.takenDownAt),
  isNull(users.suspendedAt),
  isNull(users.closedAt),
)

/** Finds all products of a seller that are not withdrawn, newest first. */
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

const selectOwnProduct = buildForEachLocale(locale =>
  prepareOnce(db =>
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

/** Finds the category of a seller's own product; undefined if it is withdrawn or belongs to another seller. */
export async function findOwnProductCategory(db: Database, sellerId: number, id: number) {
  const [row] = await runPreparedQuery<{ categoryId: number; subcategoryId: number }>(
    db,
    'own_product_category',
    'select category_id as "categoryId", subcategory_id as "subcategoryId" from products where id = $1 and seller_id = $2 and deleted_at is null',
    [id, sellerId],
  )
  return row
}

/** A product with its previews sorted by position, as the product page shows them. */
export type ProductDetailRow = ProductRow & { previews: PreviewRow[] }

// The previews are read in a subquery, since a second statement would double the duration.
const previews = sql<
  PreviewRow[]
>`(select coalesce(json_agg(json_build_object('id', ${productPreviews.id}, 'imageKey', ${productPreviews.imageKey}) order by ${productPreviews.position}, ${productPreviews.id}), '[]') from ${productPreviews} where ${productPreviews.productId} = ${products.id})`

/** Finds a product that is for sale, with its previews. */
export async function findPublicProduct(
  db: Database,
  id: number,
  locale: Locale,
): Promise<ProductDetailRow | undefined> {
  const [product] = await selectPublicProduct[locale](db).execute({ id })
  return product
}

const selectPublicProduct = buildForEachLocale(locale =>
  prepareOnce(db =>
    selectProductsWith(db, locale, { previews })
      .where(and(eq(products.id, sql.placeholder('id')), forSaleCondition))
      .prepare(`public_product_${locale}`),
  ),
)

/**
 * Finds listed products by their ids, in the same sequence as the ids. Products that are no longer listed are left out.
 */
export async function findProductsByIds(
  db: Database,
  ids: readonly number[],
  locale: Locale,
): Promise<ProductRow[]> {
  const rows = await selectProductsByIds[locale](db).execute({ ids })
  const rowOf = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => rowOf.get(id) ?? [])
}

const selectProductsByIds = buildForEachLocale(locale =>
  prepareOnce(db =>
    selectProducts(db, locale)
      .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`, products.listed))
      .prepare(`products_by_ids_${locale}`),
  ),
)

/** Tells whether a product is listed publicly. */
export async function isProductListed(db: Db, id: number): Promise<boolean> {
  const [row] = await selectListed(db).execute({ id })
  return row?.listed ?? false
}

const selectListed = prepareOnce(db =>
  db
    .select({ listed: products.listed })
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare('product_listed'),
)
