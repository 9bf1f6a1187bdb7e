import { exploreAddress, readFilters } from './features/catalog/explore-filters.ts'

/** A page that is the same for everyone, under the one address all its spellings share. */
export interface PublicPage {
  /** Path and query, nothing in it that a visitor could vary without end. */
  address: string
}

/** Ids are PostgreSQL's integers. */
const PRODUCT = /^\/product\/([1-9]\d{0,9})$/
const PROFILE = /^\/profile\/(?:@|%40)?([a-z\d]{1,20})$/

/** The route whose loader fills each page, as the router's client names it. */
const LEAVES: [RegExp, string][] = [
  [/^\/$/, 'pages/public/home'],
  [/^\/faq$/, 'pages/public/faq'],
  [/^\/tyc$/, 'pages/public/terms'],
  [/^\/help$/, 'pages/public/help'],
  [/^\/explore$/, 'pages/public/explore'],
  [PRODUCT, 'pages/public/product'],
  [PROFILE, 'pages/public/profile'],
]

/** What of an explore page's address makes it one of very many: those are made for whoever asks. */
const ENDLESS = ['q', 'minPrice', 'maxPrice', 'cursor']

/**
 * The public page behind a path and query, or undefined for what is not one. The router's own requests for a
 * page's data (`.data`) are pages too, beside the page itself.
 */
export function publicPage(address: string): PublicPage | undefined {
  // A backslash is read as a slash: such an address would pass for another one.
  if (address.includes('\\') || !URL.canParse(address, 'http://page')) return undefined
  const { pathname, searchParams } = new URL(address, 'http://page')
  const isData = pathname.endsWith('.data')
  const path = isData ? pathname.slice(0, -'.data'.length).replace(/^\/_$/, '/') : pathname
  const [, leaf] = LEAVES.find(([pattern]) => pattern.test(path)) ?? []
  if (leaf === undefined) return undefined
  const page = canonical(path, searchParams)
  if (page === undefined) return undefined
  if (!isData) return { address: page }
  const wanted = searchParams.get('_routes')
  if (wanted !== null && wanted !== leaf) return undefined
  return { address: dataAddress(page, wanted) }
}

function canonical(path: string, search: URLSearchParams): string | undefined {
  if (path === '/explore')
    return ENDLESS.some(name => search.get(name)) ? undefined : exploreAddress(readFilters(search))
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
