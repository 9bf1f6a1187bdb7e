import { sql } from 'drizzle-orm'
import type { ProductListQuery } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Database } from '#server/db/client.ts'
import { runPreparedQuery } from '#server/db/prepared.ts'
import {
  LIST_SORTS,
  SORT_COLUMNS,
  SqlParameters,
  buildListConditions,
  buildStatementName,
  isBuyable,
} from '../search/list-conditions.ts'
import type { Cursor } from './pagination-cursor.ts'

/** A product in a list, with the values by which the list is sorted. */
export interface ListEntry {
  id: number
  publicationNumber: number
  sortValue: number
}

/** The part of a list to read: the rows from an offset, or the rows after a cursor. */
export interface ListRange {
  limit: number
  offset: number
  after: Cursor | undefined
}

/** Finds a page of a product list by reading the index of its sort order. */
export async function findListEntries(
  db: Database,
  filter: ProductListQuery,
  { limit, offset, after }: ListRange,
): Promise<ListEntry[]> {
  const { orderBy, column } = LIST_SORTS[filter.sort ?? 'newest']
  const parameters = new SqlParameters()
  const where = [
    ...buildListConditions(filter, parameters),
    ...cursorCondition(filter, after, parameters),
  ]
  return runPreparedQuery(
    db,
    buildStatementName('list', filter, after && 'after'),
    `select ${listEntryColumns(column)} from products where ${where.join(' and ')}
     order by ${orderBy} limit ${parameters.add(limit)} offset ${parameters.add(after ? 0 : offset)}`,
    parameters.values,
  )
}

/**
 * Finds the same page as `findListEntries` and the total count. It reads and sorts all products that match, so it is
 * fast only if these are few.
 */
export async function findAndCountEntries(
  db: Database,
  filter: ProductListQuery,
  { limit, offset, after }: ListRange,
): Promise<{ entries: ListEntry[]; total: number }> {
  const { orderBy, column } = LIST_SORTS[filter.sort ?? 'newest']
  const parameters = new SqlParameters()
  const where = buildListConditions(filter, parameters).join(' and ')
  const [isBehind = 'true'] = cursorCondition(filter, after, parameters)
  const [row] = await runPreparedQuery<{ total: number; entries: ListEntry[] }>(
    db,
    buildStatementName('few', filter, after && 'after'),
    `with few as materialized (select ${SORT_COLUMNS} from products where ${where})
     select (select count(*)::int from few) as total, coalesce((select json_agg(entry) from (
       select ${listEntryColumns(column)} from few where ${isBehind}
       order by ${orderBy} limit ${parameters.add(limit)} offset ${parameters.add(after ? 0 : offset)}
     ) entry), '[]') as entries`,
    parameters.values,
  )
  return { entries: row?.entries ?? [], total: row?.total ?? 0 }
}

const listEntryColumns = (sortColumn = 'publication_number') =>
  `id, publication_number as "publicationNumber", ${sortColumn} as "sortValue"`

function cursorCondition(
  { sort = 'newest' }: ProductListQuery,
  after: Cursor | undefined,
  parameters: SqlParameters,
): string[] {
  if (!after) return []
  const { column, isDescending } = LIST_SORTS[sort]
  const values = after.map(value => `${parameters.add(value)}::int`).join(', ')
  return [
    `${column ? `(${column}, publication_number)` : '(publication_number)'} ${isDescending ? '<' : '>'} (${values})`,
  ]
}

/**
 * Counts the products that match a filter without its price range, by the table `product_counts`. Products that cannot
 * be bought are in this table too, so they are counted separately and subtracted if the filter omits them.
 */
export async function countProductsIgnoringPrices(
  db: Database,
  list: ProductListQuery,
): Promise<number> {
  const filter = { ...list, minPrice: undefined, maxPrice: undefined, buyable: undefined }
  const parameters = new SqlParameters()
  const hasType = (type: string) => `string_to_array(file_type, ',') @> array[${type}::text]`
  const where = buildListConditions(filter, parameters, hasType)
    .join(' and ')
    .replace('listed', 'true')
  const [row] = await runPreparedQuery<{ total: number }>(
    db,
    buildStatementName('count', filter),
    `select coalesce(sum(delta), 0)::int as total from product_counts where ${where}`,
    parameters.values,
  )
  const total = row?.total ?? 0
  return list.buyable ? total - (await countUnbuyableProducts(db, filter)) : total
}

/** Counts the listed products that match a filter and whose seller has no payment account linked. */
async function countUnbuyableProducts(db: Database, filter: ProductListQuery): Promise<number> {
  const parameters = new SqlParameters()
  const where = buildListConditions(filter, parameters).join(' and ')
  const [row] = await runPreparedQuery<{ total: number }>(
    db,
    buildStatementName('unbuyable', filter),
    `select count(*)::int as total from products where ${where} and not ${isBuyable}`,
    parameters.values,
  )
  return row?.total ?? 0
}

/**
 * Counts the products that match a filter with a price range or a lowest rating. Counting stops at `LIMITS.maxMatches`.
 */
export async function countProductsUpToLimit(
  db: Database,
  filter: ProductListQuery,
): Promise<number> {
  const parameters = new SqlParameters()
  const where = buildListConditions(filter, parameters).join(' and ')
  const [row] = await runPreparedQuery<{ total: number }>(
    db,
    buildStatementName('priced', filter),
    `select count(*)::int as total
     from (select from products where ${where} limit ${parameters.add(LIMITS.maxMatches)}) matches`,
    parameters.values,
  )
  return row?.total ?? 0
}

/**
 * Merges the rows of `product_counts`: each change of a product adds a row, and equal combinations of filters become
 * one row.
 */
export async function mergeProductCounts(db: Database): Promise<void> {
  await db.execute(sql`with merged as (delete from product_counts returning *)
    insert into product_counts select category_id, subcategory_id, file_type, is_price_dynamic, sum(delta)
    from merged group by 1, 2, 3, 4 having sum(delta) <> 0`)
}
