import { AI_USES, FILE_TYPES, LIMITS, PRODUCT_SORT_ORDERS } from '#contract/core/limits.ts'
import { parseAmount } from '#contract/core/parse-amount.ts'
import { cleanLine } from '#contract/core/typed-text.ts'
import { paths } from '#web/paths.ts'

export type ProductSortOrder = (typeof PRODUCT_SORT_ORDERS)[number]

/** The filters of the explore page, from the query of its URL. Invalid values are ignored. */
export interface ExploreFilters {
  q?: string
  category?: number
  subcategory?: number
  /** The lowest price in whole units, inclusive. */
  minPrice?: number
  maxPrice?: number
  fileType?: (typeof FILE_TYPES)[number]
  /** Filters for products that cost nothing. */
  free?: 'true'
  /** Filters for products with a dynamic price. */
  dynamicPrice?: 'true'
  aiUse?: (typeof AI_USES)[number]
  /** Filters for products with an average of four stars or more. */
  minRating?: '4'
  /** The sort order. By default the newest products come first, or the best matches if there are search words. */
  sort?: ProductSortOrder
  /** The page number, counted from 1. */
  page: number
}

const SEARCH_MAX_LENGTH = 100
/** The highest page number that the explore page links to. */
export const LAST_PAGE_NUMBER = 500

export function parseExploreFilters(search: URLSearchParams): ExploreFilters {
  const q = cleanLine(search.get('q') ?? '').slice(0, SEARCH_MAX_LENGTH)
  const category = parsePositiveInteger(search.get('category'))
  const subcategory = category && parsePositiveInteger(search.get('subcategory'))
  const minPrice = parsePriceBound(search.get('minPrice'))
  const maxPrice = parsePriceBound(search.get('maxPrice'))
  const isFree = search.get('free') === 'true'
  const fileType = FILE_TYPES.find(candidate => candidate === search.get('fileType'))
  const aiUse = AI_USES.find(candidate => candidate === search.get('aiUse'))
  const sort = PRODUCT_SORT_ORDERS.find(candidate => candidate === search.get('sort'))
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(subcategory && { subcategory }),
    ...(isFree && { free: 'true' as const }),
    ...(minPrice && !isFree && { minPrice }),
    ...(maxPrice && !isFree && (!minPrice || maxPrice >= minPrice) && { maxPrice }),
    ...(fileType && { fileType }),
    ...(search.get('dynamicPrice') === 'true' && { dynamicPrice: 'true' as const }),
    ...(aiUse && { aiUse }),
    ...(search.get('minRating') === '4' && { minRating: '4' as const }),
    ...(sort && { sort }),
    page: Math.min(parsePositiveInteger(search.get('page')) ?? 1, LAST_PAGE_NUMBER),
  }
}

function parsePositiveInteger(text: string | null, max = 2_147_483_647): number | undefined {
  const value = text && /^\d{1,10}$/.test(text) ? Number(text) : 0
  return value > 0 && value <= max ? value : undefined
}

/** Reads a price as people write it. Cents do not count, since prices have none. */
function parsePriceBound(text: string | null): number | undefined {
  const price = Math.floor((parseAmount(text ?? '') ?? 0) / 100)
  return price > 0 && price <= LIMITS.price.max ? price : undefined
}

/** Returns the query of the products that the filters show. */
export function toListQuery(filters: ExploreFilters) {
  const { page: _, free, ...query } = filters
  return { ...query, ...(free && { maxPrice: 0 }), buyable: 'true' as const }
}

/** Returns the path of the explore page with these filters. Filters with default values are omitted. */
export function buildExplorePath(filters: Partial<ExploreFilters>): string {
  const { q, category, subcategory, minPrice, maxPrice, fileType, dynamicPrice } = filters
  const { free, aiUse, minRating, sort, page } = filters
  return paths.explore({
    q,
    category,
    subcategory: category && subcategory,
    free,
    minPrice,
    maxPrice,
    fileType,
    dynamicPrice,
    aiUse,
    minRating,
    // `newest` is the default if there are no search words, so the URL omits it then.
    sort: sort === 'newest' && !q ? undefined : sort,
    page: page && page > 1 ? page : undefined,
  })
}

/** Counts the active filters in the section of the form that is collapsed by default. */
export function countCollapsedFilters({
  free,
  minPrice,
  maxPrice,
  fileType,
  dynamicPrice,
  aiUse,
  minRating,
}: ExploreFilters): number {
  return [free ?? minPrice ?? maxPrice, fileType, dynamicPrice, aiUse, minRating].filter(Boolean)
    .length
}
