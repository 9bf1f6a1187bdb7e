import { type SQL, and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { BumpTerms } from '#contract/prices/bumps.ts'
import { pickFields } from '#contract/core/pick-fields.ts'
import { type FileRefusal, detailFields, plainFields } from '#contract/products/products.ts'
import { type Locale, locales } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  availabilityRequests,
  categories,
  paymentAccounts,
  products,
  profiles,
  subcategories,
  users,
} from '#server/db/schema/index.ts'
import { bumpTermsColumn } from '#server/features/prices/bumps/queries.ts'
import { partsColumn } from '#server/features/prices/packs/queries.ts'
import { unpublishedColumn } from './working-copies/queries.ts'

/** Builds one value for each language, such as a query that selects the columns of that language. */
export function buildForEachLocale<T>(make: (locale: Locale) => T): Record<Locale, T> {
  return Object.fromEntries(locales.map(locale => [locale, make(locale)])) as Record<Locale, T>
}

export const selectLocalizedName = (
  locale: Locale,
  table: typeof categories | typeof subcategories,
) => (locale === 'en' ? table.nameEn : table.nameEs)

/** Builds the query of products on sale with every field that a product card shows. */
export const selectProducts = (db: Db, locale: Locale) =>
  selectProductsWith(db, locale, { files: filesOnSale })

/** What is shown of the files of a product. */
export interface FilesRow {
  count: number
  types: string[]
  sizeBytes: number
  pages: number | null
}

const summarizeFiles = (from: SQL) =>
  sql<FilesRow>`(select json_build_object('count', count(*), 'types', coalesce(json_agg(distinct f.type), '[]'),
    'sizeBytes', coalesce(sum(f.size_bytes), 0), 'pages', case when bool_and(f.pages is not null) then sum(f.pages) end)
    from ${from})`

/** The files that are on sale. */
export const filesOnSale = summarizeFiles(
  sql`edition_files e join product_files f on f.id = e.file_id where e.edition_id = ${products.editionId}`,
)

/** The published files: those on sale, or else those that wait for their scan. A pack has those of its parts. */
const ownFiles = summarizeFiles(
  sql`product_slots s join lateral (select * from product_files v where v.slot_id = s.id
    and v.published_at is not null order by v.id = s.current_file_id desc, v.id desc limit 1) f on true
    where s.product_id = ${products.id} and s.position is not null`,
)

/** The SQL of whether a seller can be paid. The query joins the users and their linked payment accounts. */
export const hasAuthColumn = sql<boolean>`(${paymentAccounts.id} is not null and ${users.salesClosedAt} is null)`

/** The SQL condition that joins the linked payment account of a product's seller. */
export const isLinkedAccount = and(
  eq(paymentAccounts.userId, products.sellerId),
  eq(paymentAccounts.state, 'linked'),
)

/** Builds the query of the columns that every list shows of a product, with more columns. */
export function selectProductsWith<More extends Record<string, SQL | PgColumn>>(
  db: Db,
  locale: Locale,
  more: More,
) {
  return db
    .select({
      ...more,
      ...pickFields(plainFields, products),
      id: products.id,
      sellerId: products.sellerId,
      username: profiles.username,
      state: products.state,
      isPack: products.isPack,
      listed: products.listed,
      price: products.price,
      listPrice: products.listPrice,
      offerUntil: products.offerUntil,
      offerKind: products.offerKind,
      deleted: sql<boolean>`(${products.deletedAt} is not null)`,
      imageKey: products.imageKey,
      categoryId: categories.id,
      categoryName: selectLocalizedName(locale, categories),
      subcategoryId: subcategories.id,
      subcategoryName: selectLocalizedName(locale, subcategories),
      reviewCount: products.reviewCount,
      reviewStars: products.reviewStars,
      hasAuth: hasAuthColumn,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(subcategories, eq(subcategories.id, products.subcategoryId))
    .leftJoin(paymentAccounts, isLinkedAccount)
}

export type ProductRow = Awaited<ReturnType<typeof selectProducts>>[number]

/** The scan of a file version that is not on sale, as the columns of `product_files` store it. */
interface FileScanRow {
  fileName: string
  state: 'waiting' | 'refused'
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
  freeCopies: products.freeCopies,
  files: sql<FilesRow>`(case when ${products.isPack} then ${filesOnSale} else ${ownFiles} end)`,
  pack: partsColumn,
  editionId: products.editionId,
  unpublished: unpublishedColumn,
  // Of several files that are not on sale, a refused one is shown first.
  fileScan: sql<FileScanRow | null>`(select json_build_object('state', f.scan_state, 'refusal', f.scan_refusal,
    'signature', f.scan_signature, 'fileName', f.file_name) from product_slots s
    join lateral (select * from product_files v where v.slot_id = s.id and v.published_at is not null
      order by v.id desc limit 1) f on true
    where s.product_id = ${products.id} and s.position is not null and f.scan_state in ('waiting', 'refused')
    order by f.scan_state, f.id limit 1)`,
  waitingCount: sql<number>`(select count(*)::int from ${availabilityRequests}
    where ${availabilityRequests.productId} = ${products.id})`,
}

const selectOwnProducts = (db: Db, locale: Locale) => selectProductsWith(db, locale, ownColumns)

export type OwnProductRow = Awaited<ReturnType<typeof selectOwnProducts>>[number]

/** A seller's own product with the columns that a list omits. */
export type OwnProductDetailRow = OwnProductRow & DetailRow & { bump: BumpTerms | null }

/** The columns that only the page of one product shows. */
export const detailColumns = pickFields(detailFields, products)

/** The values of `detailColumns`. */
export type DetailRow = Pick<typeof products.$inferSelect, keyof typeof detailFields>

/** Finds all products of a seller that are not withdrawn, newest first. */
export function findOwnProducts(
  db: Db,
  sellerId: number,
  locale: Locale,
): Promise<OwnProductRow[]> {
  return selectOwnProducts(db, locale)
    .where(and(eq(products.sellerId, sellerId), isNull(products.deletedAt)))
    .orderBy(desc(products.publicationNumber))
}

export async function findOwnProduct(
  db: Database,
  sellerId: number,
  id: number,
  locale: Locale,
): Promise<OwnProductDetailRow | undefined> {
  const [product] = await selectOwnProduct[locale](db).execute({ id, sellerId })
  return product
}

const selectOwnProduct = buildForEachLocale(locale =>
  prepareOnce(db =>
    selectProductsWith(db, locale, { ...ownColumns, ...detailColumns, bump: bumpTermsColumn })
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
