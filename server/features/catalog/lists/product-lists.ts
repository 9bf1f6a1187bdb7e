import type { ListQuery, ProductPage } from '#contract/catalog/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Locale } from '#messages/runtime'
import type { Database } from '#server/db/client.ts'
import type { CatalogDeps } from '../deps.ts'
import { findProductsByIds } from '../queries.ts'
import { searchProducts } from '../search/search.ts'
import { serializeProduct } from '../serialize.ts'
import {
  countIgnoringPrices,
  countInPriceRange,
  findAndCountEntries,
  findListEntries,
} from './list-queries.ts'
import { readCursor, writeCursor } from './pagination-cursor.ts'

const { pageSize, maxMatches } = LIMITS
/** A filter that leaves at most so many products is answered by reading and sorting all of them. */
const MAX_SORTED = 2500

/**
 * Returns a page of the products for sale: of a search if the filter has a text `q`, else of a list.
 * @param page from 1
 * @throws ApiError INVALID_DATA if the cursor was not written for this sort
 */
export async function getProductPage(
  { db, currency }: CatalogDeps,
  filter: ListQuery,
  page: number,
  locale: Locale,
): Promise<ProductPage> {
  const range = { limit: pageSize, offset: (page - 1) * pageSize }
  const { ids, ...result } = filter.q
    ? { ...(await searchProducts(db, filter, range)), nextCursor: null }
    : await listProducts(db, filter, range)
  const rows = await findProductsByIds(db, ids, locale)
  const products = rows.map(row => serializeProduct(row, currency))
  return { products, page, pageSize, ...result }
}

interface ListResult extends Pick<ProductPage, 'total' | 'nextCursor' | 'correctedTo'> {
  ids: number[]
}

async function listProducts(
  db: Database,
  filter: ListQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListResult> {
  // One entry more than the page tells whether there is a next page.
  const range = { limit: limit + 1, offset, after: readCursor(filter) }
  const hasPrices = filter.minPrice !== undefined || filter.maxPrice !== undefined
  // No index of a sort knows these filters: if few products pass, following the index would read almost all.
  const isSelective = filter.fileType !== undefined || filter.dynamicPrice !== undefined
  const count = isSelective || !hasPrices ? await countIgnoringPrices(db, filter) : Infinity
  const { entries, total } =
    isSelective && count <= MAX_SORTED
      ? await findAndCountEntries(db, filter, range)
      : await findAlongIndex(db, filter, range, hasPrices ? undefined : count)
  const shown = entries.slice(0, limit)
  const last = entries.length > limit ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    total: hasPrices ? Math.min(total, maxMatches) : total,
    nextCursor: last ? writeCursor(filter, last) : null,
    correctedTo: null,
  }
}

/** @param count undefined if the filter has prices, which `product_counts` does not know */
async function findAlongIndex(
  db: Database,
  filter: ListQuery,
  range: Parameters<typeof findListEntries>[2],
  count: number | undefined,
) {
  // Page numbers end with the counted matches; a cursor reaches the rest.
  const isBeyond = count === undefined && range.offset >= maxMatches
  const [entries, total] = await Promise.all([
    isBeyond ? [] : findListEntries(db, filter, range),
    count ?? countInPriceRange(db, filter),
  ])
  return { entries, total }
}
