import { PRODUCT_SORTS } from '#contract/search.ts'

export type Sort = (typeof PRODUCT_SORTS)[number]

/** What the address of the list says; whatever makes no sense there is left out. */
export interface Filters {
  q?: string
  category?: number
  subcategory?: number
  sort: Sort
  /** From 1. */
  page: number
}

const Q_MAX = 100
/** As deep as lists go. */
const PAGE_MAX = 500

export function readFilters(search: URLSearchParams): Filters {
  const q = search.get('q')?.trim().slice(0, Q_MAX)
  const sort = PRODUCT_SORTS.find(known => known === search.get('sort')) ?? 'newest'
  const category = idIn(search.get('category'))
  const subcategory = category && idIn(search.get('subcategory'))
  return {
    ...(q && { q }),
    ...(category && { category }),
    ...(subcategory && { subcategory }),
    sort,
    page: Math.min(idIn(search.get('page')) ?? 1, PAGE_MAX),
  }
}

function idIn(text: string | null): number | undefined {
  const id = text && /^\d{1,10}$/.test(text) ? Number(text) : 0
  return id > 0 && id <= 2_147_483_647 ? id : undefined
}

/** The address of a list: defaults stay unsaid, and a change of filters begins at the first page. */
export function exploreAddress(filters: Partial<Filters>): string {
  const { q, category, subcategory, sort, page } = filters
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  if (category) search.set('category', String(category))
  if (category && subcategory) search.set('subcategory', String(subcategory))
  if (sort && sort !== 'newest') search.set('sort', sort)
  if (page && page > 1) search.set('page', String(page))
  const text = search.toString()
  return text ? `/explore?${text}` : '/explore'
}
