import { FILE_TYPES, LIMITS, PRODUCT_SORTS } from '#contract/core/limits.ts'
import { paths } from '#web/paths.ts'

export type Sort = (typeof PRODUCT_SORTS)[number]

/** The filters in the query of the explore page. Invalid values are dropped. */
export interface Filters {
  q?: string
  category?: number
  subcategory?: number
  /** Whole units, inclusive. */
  minPrice?: number
  maxPrice?: number
  fileType?: (typeof FILE_TYPES)[number]
  /** Only products whose buyer sets the price. */
  dynamicPrice?: 'true'
  /** By default the newest come first, or the best matches if there are search words. */
  sort?: Sort
  /** Counts from 1. */
  page: number
}

const Q_MAX = 100
/** The last page of results that can be opened. */
export const PAGES_MAX = 500

export function readFilters(search: URLSearchParams): Filters {
  const q = search.get('q')?.trim().slice(0, Q_MAX)
  const category = wholeIn(search.get('category'))
  const subcategory = category && wholeIn(search.get('subcategory'))
  const minPrice = wholeIn(search.get('minPrice'), LIMITS.price.max)
  const maxPrice = wholeIn(search.get('maxPrice'), LIMITS.price.max)
  const fileType = FILE_TYPES.find(known => known === search.get('fileType'))
  const sort = PRODUCT_SORTS.find(known => known === search.get('sort'))
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(subcategory && { subcategory }),
    ...(minPrice && { minPrice }),
    ...(maxPrice && (!minPrice || maxPrice >= minPrice) && { maxPrice }),
    ...(fileType && { fileType }),
    ...(search.get('dynamicPrice') === 'true' && { dynamicPrice: 'true' as const }),
    ...(sort && { sort }),
    page: Math.min(wholeIn(search.get('page')) ?? 1, PAGES_MAX),
  }
}

function wholeIn(text: string | null, max = 2_147_483_647): number | undefined {
  const value = text && /^\d{1,10}$/.test(text) ? Number(text) : 0
  return value > 0 && value <= max ? value : undefined
}

/** Returns the path of the explore page with these filters. Defaults are left out. */
export function exploreAddress(filters: Partial<Filters>): string {
  const { q, category, subcategory, minPrice, maxPrice, fileType, dynamicPrice, sort, page } =
    filters
  return paths.explore({
    q,
    category,
    subcategory: category && subcategory,
    minPrice,
    maxPrice,
    fileType,
    dynamicPrice,
    // Without search words the newest come first by default.
    sort: sort === 'newest' && !q ? undefined : sort,
    page: page && page > 1 ? page : undefined,
  })
}

/** Counts the active filters among those in the collapsed section. */
export function finerCount({ minPrice, maxPrice, fileType, dynamicPrice }: Filters): number {
  return [minPrice ?? maxPrice, fileType, dynamicPrice].filter(Boolean).length
}
