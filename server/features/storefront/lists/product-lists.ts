import type { ProductListQuery, ProductListPage } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import type { Context } from '#server/context.ts'
import { findProductsByIds } from '#server/features/storefront/queries.ts'
import { searchProducts } from '../search/search.ts'
import { serializeProduct } from '#server/features/products/serialize.ts'
import {
  countProductsIgnoringPrices,
  countProductsUpToLimit,
  findAndCountEntries,
  findListEntries,
} from './list-queries.ts'
import { readCursor, writeCursor } from './pagination-cursor.ts'

const { pageSize, maxMatches } = LIMITS
/** If at most this number of products match a filter, the list is answered by reading and sorting all of them. */
const MAX_SORTED = 2500

/**
 * Returns a page of the products for sale: search results if the filter has a text `q`, otherwise a list.
 * @param page the page number, from 1
 * @throws ApiError INVALID_DATA if the cursor was written for another sort order
 */
export async function getProductPage(
  context: Context,
  filter: ProductListQuery,
  page: number,
  locale: Locale,
): Promise<ProductListPage> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize }
  const { ids, ...result } = filter.q
    ? { ...(await searchProducts(context.db, filter, range)), nextCursor: null }
    : await listProducts(context.db, filter, range)
  const rows = await findProductsByIds(context.db, ids, locale)
  const products = rows.map(row => serializeProduct(context, row))
  return { products, page, pageSize, ...result }
}

interface ListResult extends Pick<ProductListPage, 'total' | 'nextCursor' | 'correctedTo'> {
  ids: number[]
}

async function listProducts(
  db: Database,
  filter: ProductListQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListResult> {
  // The query reads one product more than a page has, which shows whether there is a next page.
  const range = { limit: limit + 1, offset, after: readCursor(filter) }
  const hasPrices = filter.minPrice !== undefined || filter.maxPrice !== undefined
  // The index of a sort order does not contain these filters. If few products match, reading along the index would read
  // almost all products.
  const isSelective = filter.fileType !== undefined || filter.dynamicPrice !== undefined
  const isUncounted = filter.minRating !== undefined || filter.aiUse !== undefined
  const count = isUncounted
    ? await countOneByOne(db, filter)
    : isSelective || !hasPrices
      ? await countProductsIgnoringPrices(db, filter)
      : Infinity
  const { entries, total } =
    (isSelective || isUncounted) && count <= MAX_SORTED
      ? await findAndCountEntries(db, filter, range)
      : await findAlongIndex(db, filter, range, hasPrices || isUncounted ? undefined : count)
  const shown = entries.slice(0, limit)
  const last = entries.length > limit ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    total: hasPrices || isUncounted ? Math.min(total, maxMatches) : total,
    nextCursor: last ? writeCursor(filter, last) : null,
    correctedTo: null,
  }
}

/**
 * Counts products by a filter that `product_counts` does not contain: the rating, or the answer about artificial
 * intelligence.
 * @returns Infinity if there are at least `LIMITS.maxMatches`
 */
async function countOneByOne(db: Database, filter: ProductListQuery): Promise<number> {
  const count = await countProductsUpToLimit(db, filter)
  return count < maxMatches ? count : Infinity
}

/**
 * Finds a page along the index of its sort order.
 * @param count undefined if the filter has something that `product_counts` does not contain, such as a price range
 */
async function findAlongIndex(
  db: Database,
  filter: ProductListQuery,
  range: Parameters<typeof findListEntries>[2],
  count: number | undefined,
) {
  // Products are counted only up to `maxMatches`, so page numbers end there; the cursor leads to the remaining
  // products.
  const isBeyond = count === undefined && range.offset >= maxMatches
  const [entries, total] = await Promise.all([
    isBeyond ? [] : findListEntries(db, filter, range),
    count ?? countProductsUpToLimit(db, filter),
  ])
  return { entries, total }
}
