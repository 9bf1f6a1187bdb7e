import { type SQL, and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { hasPage } from '#contract/products/sale-obstacles.ts'
import { PRODUCT_STATES } from '#contract/products/state-rules.ts'
import type { Locale } from '#messages/runtime'
import type { Database, Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'
import { type BumpRow, bumpColumn } from '#server/features/prices/bumps/queries.ts'
import { type PackPartRow, partsColumn } from '#server/features/prices/packs/queries.ts'
import { type PreviewRow, previewsOfProduct } from '#server/features/products/previews/queries.ts'
import {
  type DetailRow,
  type ProductRow,
  buildForEachLocale,
  detailColumns,
  filesOnSale,
  selectProducts,
  selectProductsWith,
} from '#server/features/products/queries.ts'

/** The states in which a product has a public page. */
const STATES_WITH_PAGE = PRODUCT_STATES.filter(state => state === 'on_sale' || hasPage(state))

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

/** A file as the product page lists it. */
export interface ListedFileRow {
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

/** The SQL of a file as a `ListedFileRow`, with its slot `s`, its version `f` and its sample `a`. */
export const buildListedFile = (name: SQL, isSampleOffered: SQL) =>
  sql`json_build_object('name', ${name}, 'type', f.type, 'sizeBytes', f.size_bytes, 'pages', f.pages,
  'isUnscanned', f.scan_refusal is not distinct from 'too_large',
  'sample', case when a.storage_key is not null and ${isSampleOffered}
  then json_build_object('fileId', f.id, 'length', a.length, 'sizeBytes', a.size_bytes) end)`

const fileList = sql<ListedFileRow[]>`(select coalesce(json_agg(${buildListedFile(
  sql`coalesce(s.title, f.file_name)`,
  sql`${products.listed} and s.edited ->> 'offersSample' is distinct from 'true'`,
)}
  order by e.position, e.slot_id), '[]') from edition_files e join product_slots s on s.id = e.slot_id
  join product_files f on f.id = e.file_id left join product_samples a on a.slot_id = e.slot_id
  and a.file_id = e.file_id where e.edition_id = ${products.editionId})`

/**
 * The SQL of the dates of a product's files. The newest file went on sale with the first edition that has it; what only
 * hides or sorts files is no newer one.
 */
export const fileDates = sql<FileDatesRow>`(select json_build_object('first', (select min(p.created_at)
  from product_editions p where p.product_id = ${products.id}), 'newest', min(n.created_at)) from edition_files e
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

/** Finds the products of a cart that have public pages, with the parts of packs, in no sequence. */
export function findPublicProducts(
  db: Database,
  ids: readonly number[],
  locale: Locale,
): Promise<(ProductRow & { pack: PackPartRow[] | null })[]> {
  return selectPublicProducts[locale](db).execute({ ids })
}

const selectPublicProducts = buildForEachLocale(locale =>
  prepareOnce(db =>
    selectProductsWith(db, locale, { files: filesOnSale, pack: partsColumn })
      .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`, hasPageCondition))
      .prepare(`public_products_${locale}`),
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
