import { buildExplorePath, parseExploreFilters } from './features/catalog/explore-filters.ts'

/** A page that is the same for every visitor. */
export interface PublicPage {
  /**
   * The canonical path and query. Unknown query fields are removed, so that they cannot create endless cache entries.
   */
  address: string
}

/** Ids are PostgreSQL integers. */
const PRODUCT = /^\/product\/([1-9]\d{0,9})$/
const PROFILE = /^\/profile\/(?:@|%40)?([a-z\d]{1,20})$/

/** The route id of each public page; React Router's client passes it in `_routes`. */
const ROUTE_IDS: [RegExp, string][] = [
  [/^\/$/, 'pages/public/home'],
  [/^\/faq$/, 'pages/public/faq'],
  [/^\/tyc$/, 'pages/public/terms'],
  [/^\/help$/, 'pages/public/help'],
  [/^\/explore$/, 'pages/public/explore'],
  [PRODUCT, 'pages/public/product'],
  [PROFILE, 'pages/public/profile'],
]

/** Query fields with too many possible values: explore pages with one of them are not cached. */
const UNCACHED_FIELDS = ['q', 'minPrice', 'maxPrice', 'cursor']

/**
 * Returns the public page of a path and query, or undefined if it is not public. The router's requests for loader data
 * (`.data`) count as pages too.
 */
export function findPublicPage(address: string): PublicPage | undefined {
  // Browsers read a backslash as a slash, so such an address would mean another one.
  if (address.includes('\\') || !URL.canParse(address, 'http://page')) return undefined
  const { pathname, searchParams } = new URL(address, 'http://page')
  const isData = pathname.endsWith('.data')
  const path = isData ? pathname.slice(0, -'.data'.length).replace(/^\/_$/, '/') : pathname
  const [, routeId] = ROUTE_IDS.find(([pattern]) => pattern.test(path)) ?? []
  if (routeId === undefined) return undefined
  const page = canonical(path, searchParams)
  if (page === undefined) return undefined
  if (!isData) return { address: page }
  const requestedRoutes = searchParams.get('_routes')
  if (requestedRoutes !== null && requestedRoutes !== routeId) return undefined
  return { address: dataAddress(page, requestedRoutes) }
}

function canonical(path: string, search: URLSearchParams): string | undefined {
  if (path === '/explore')
    return UNCACHED_FIELDS.some(name => search.get(name))
      ? undefined
      : buildExplorePath(parseExploreFilters(search))
  const [, username] = PROFILE.exec(path) ?? []
  return username === undefined ? path : `/profile/${username}`
}

function dataAddress(page: string, routes: string | null): string {
  const [path = '', query = ''] = page.split('?')
  const search = new URLSearchParams(query)
  if (routes !== null) search.set('_routes', routes)
  const text = search.toString()
  return `${path === '/' ? '/_' : path}.data${text && `?${text}`}`
}
