import { PUBLIC_PAGES } from './pages.ts'
import { paths } from './paths.ts'
import { GUIDE_NAMES } from './features/guides/guide-list.ts'
import { buildExplorePath, parseExploreFilters } from '#web/features/storefront/explore-filters.ts'

/** A page that is the same for every visitor and can therefore be cached. */
export interface PublicPage {
  /**
   * The canonical path and query of the page. Unknown query parameters are removed, so that they cannot create endless
   * cache entries.
   */
  address: string
}

/**
 * The accepted values of path parameters. An id is at most ten digits long, since ids are 32-bit integers of
 * PostgreSQL; a username is accepted with or without its `@`. The slug of a product is not checked, so a page must
 * redirect from a wrong one: redirects are not cached.
 */
const PARAMETERS: Record<string, string> = {
  id: String.raw`([1-9]\d{0,9})`,
  slug: String.raw`([a-z\d-]{1,60})`,
  username: String.raw`(?:@|%40)?([a-z\d]{1,20})`,
  guide: `(${GUIDE_NAMES.join('|')})`,
}

/**
 * The path pattern and route id of each public page. React Router's client passes the id in the query parameter
 * `_routes`.
 */
const ROUTES = PUBLIC_PAGES.map(({ pattern, routeId }) => ({
  pattern: new RegExp(
    `^${pattern.replace(
      /\/:(\w+)(\?)?/g,
      (_, name: string, optional = '') => `(?:/${PARAMETERS[name] ?? ''})${optional}`,
    )}$`,
  ),
  routeId,
}))
const PROFILE = new RegExp(`^/profile/${PARAMETERS['username']}$`)

/** The paths of the public pages that are always there, for the sitemap. */
export const STATIC_PUBLIC_PATHS = [
  ...PUBLIC_PAGES.map(({ pattern }) => pattern).filter(pattern => !pattern.includes(':')),
  ...GUIDE_NAMES.map(name => paths.guide(name)),
]

/** The query parameters with too many possible values. Explore pages with one of them are not cached. */
const UNCACHED_FIELDS = ['q', 'minPrice', 'maxPrice', 'cursor']

/**
 * Finds the public page for a requested path and query; returns undefined if there is none. Requests of React
 * Router for a page's loader data (`.data`) count as requests for the page.
 */
export function findPublicPage(address: string): PublicPage | undefined {
  // Browsers read a backslash in a URL as a slash, so such a path would mean another page.
  if (address.includes('\\') || !URL.canParse(address, 'http://page')) return undefined
  const { pathname, searchParams } = new URL(address, 'http://page')
  const isData = pathname.endsWith('.data')
  const path = isData ? pathname.slice(0, -'.data'.length).replace(/^\/_$/, '/') : pathname
  const route = ROUTES.find(({ pattern }) => pattern.test(path))
  if (route === undefined) return undefined
  const page = canonical(path, searchParams)
  if (page === undefined) return undefined
  if (!isData) return { address: page }
  const requestedRoutes = searchParams.get('_routes')
  if (requestedRoutes !== null && requestedRoutes !== route.routeId) return undefined
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
