import { type SQL, and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { BumpTerms } from '#contract/catalog/bumps.ts'
import type { FileRefusal } from '#contract/catalog/products.ts'
import { PRODUCT_STATES, STATE_RULES } from '#contract/catalog/state-rules.ts'
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
import { type BumpRow, bumpColumn, bumpTermsColumn } from './bumps/queries.ts'
import { type PackPartRow, partsColumn } from './packs/queries.ts'
import { type PreviewRow, previewsOfProduct } from './previews/queries.ts'
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
interface FilesRow {
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
const filesOnSale = summarizeFiles(
  sql`edition_files e join product_files f on f.id = e.file_id where e.edition_id = ${products.editionId}`,
)

/** The published files: those on sale, or else those that wait for their scan. A pack has those of its parts. */
const ownFiles = summarizeFiles(
  sql`product_slots s join lateral (select * from product_files v where v.slot_id = s.id
    and v.published_at is not null order by v.id = s.current_file_id desc, v.id desc limit 1) f on true
    where s.product_id = ${products.id} and s.position is not null`,
)

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
      state: products.state,
      isPack: products.isPack,
      listed: products.listed,
      price: products.price,
      isPriceDynamic: products.isPriceDynamic,
      listPrice: products.listPrice,
      offerUntil: products.offerUntil,
      offerKind: products.offerKind,
      guaranteeDays: products.guaranteeDays,
      deleted: sql<boolean>`(${products.deletedAt} is not null)`,
      imageKey: products.imageKey,
      categoryId: categories.id,
      categoryName: selectLocalizedName(locale, categories),
      subcategoryId: subcategories.id,
      subcategoryName: selectLocalizedName(locale, subcategories),
      reviewCount: products.reviewCount,
      reviewStars: products.reviewStars,
      hasAuth: sql<boolean>`(${paymentAccounts.id} is not null and ${users.salesClosedAt} is null)`,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(subcategories, eq(subcategories.id, products.subcategoryId))
    .leftJoin(
      paymentAccounts,
      and(eq(paymentAccounts.userId, products.sellerId), eq(paymentAccounts.state, 'linked')),
    )
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
const detailColumns = {
  about: products.about,
  videoUrl: products.videoUrl,
  points: products.points,
  suggestedPrice: products.suggestedPrice,
}
interface DetailRow {
  suggestedPrice: number
  about: string
  videoUrl: string | null
  points: string[]
}

/** The states in which a product has a public page. */
const STATES_WITH_PAGE = PRODUCT_STATES.filter(state => STATE_RULES[state].hasPage)

/**
 * The SQL condition for products that have a public page: on sale or paused, with files on sale, neither withdrawn nor
 * taken down, and the seller's account neither suspended nor closed.
 */
export const hasPageCondition = and(
  inArray(products.state, STATES_WITH_PAGE),
  isNull(products.deletedAt),
  isNull(products.takenDownAt),
  isNotNull(products.editionId),
  isNull(users.suspendedAt),
  isNull(users.closedAt),
)

/**
 * The SQL condition for products that had a public page, and have none for no other reason than that they are archived.
 */
const archivedCondition = and(
  eq(products.state, 'archived'),
  isNull(products.deletedAt),
  isNull(products.takenDownAt),
  isNotNull(products.editionId),
  isNull(users.suspendedAt),
  isNull(users.closedAt),
)

/** Finds a product that its seller no longer offers. */
export async function findArchivedProduct(db: Database, id: number) {
  const [product] = await db
    .select({
      id: products.id,
      name: products.name,
      sellerId: products.sellerId,
      username: profiles.username,
    })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .innerJoin(profiles, eq(profiles.userId, products.sellerId))
    .where(and(eq(products.id, id), archivedCondition))
  return product
}

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

interface ListedFileRow {
  name: string
  type: string
  sizeBytes: number
  pages: number | null
  isUnscanned: boolean
  sample: { fileId: number; length: number; sizeBytes: number } | null
}

/** When files of a product went on sale, as PostgreSQL writes a moment in JSON. */
interface FileDatesRow {
  /** Those of the first edition. */
  first: string
  /** The newest of those that are on sale. */
  newest: string
}

/**
 * A product with its texts, its previews and its files, the latter two sorted by position, as the product page shows
 * them.
 */
export type ProductDetailRow = ProductRow &
  DetailRow & {
    previews: PreviewRow[]
    fileList: ListedFileRow[]
    fileDates: FileDatesRow
    pack: PackPartRow[] | null
    bump: BumpRow | null
  }

const fileList = sql<
  ListedFileRow[]
>`(select coalesce(json_agg(json_build_object('name', coalesce(s.title, f.file_name), 'type', f.type,
  'sizeBytes', f.size_bytes, 'pages', f.pages, 'isUnscanned', f.scan_refusal is not distinct from 'too_large',
  'sample', case when ${products.listed} and a.storage_key is not null
    and s.edited ->> 'offersSample' is distinct from 'true'
  then json_build_object('fileId', f.id, 'length', a.length, 'sizeBytes', a.size_bytes) end)
  order by e.position, e.slot_id), '[]') from edition_files e join product_slots s on s.id = e.slot_id
  join product_files f on f.id = e.file_id left join product_samples a on a.slot_id = e.slot_id
  and a.file_id = e.file_id where e.edition_id = ${products.editionId})`

// The newest file went on sale with the first edition that has it. What only hides or sorts files is no newer one.
const fileDates = sql<FileDatesRow>`(select json_build_object('first', (select min(p.created_at) from product_editions p
  where p.product_id = ${products.id}), 'newest', min(n.created_at)) from edition_files e
  join product_editions n on n.id = e.edition_id where e.file_id = (select max(c.file_id) from edition_files c
  where c.edition_id = ${products.editionId}))`

/** Finds a product that has a public page, with its previews and the list of its files. */
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
    selectProductsWith(db, locale, {
      ...detailColumns,
      files: filesOnSale,
      previews: previewsOfProduct,
      fileList,
      fileDates,
      pack: partsColumn,
      bump: bumpColumn,
    })
      .where(and(eq(products.id, sql.placeholder('id')), hasPageCondition))
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

/** Tells whether a product has a public page. */
export async function hasPublicPage(db: Db, id: number): Promise<boolean> {
  const rows = await selectIdWithPage(db).execute({ id })
  return rows.length > 0
}

const selectIdWithPage = prepareOnce(db =>
  db
    .select({ id: products.id })
    .from(products)
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(and(eq(products.id, sql.placeholder('id')), hasPageCondition))
    .prepare('product_with_page'),
)
