import { buildProductPath } from '#contract/products/product-path.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'

/** An entry of the sitemap: one page of the site. */
interface SitemapEntry {
  path: string
  changedAt?: Date
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes a text for XML and removes the characters that XML 1.0 does not allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

/**
 * Renders robots.txt, which excludes the API and every page that shows private data.
 * @param tokenPaths the beginnings of the paths of pages whose path ends with a secret token
 */
export function renderRobotsTxt(origin: string, tokenPaths: readonly string[]): string {
  const excludedPaths = [
    '/api/',
    '/dashboard',
    '/admin',
    '/order',
    '/payment/',
    '/checkout',
    ...tokenPaths,
    '/logout',
    '/dev/',
  ]
  return [
    'User-agent: *',
    ...excludedPaths.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Renders the sitemap index, which lists the parts of the sitemap. Source: sitemaps.org, the protocol. */
export function renderSitemapIndex(origin: string, partPaths: readonly string[]): string {
  const sitemaps = partPaths.map(
    path => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`,
  )
  return `${XML_DECLARATION}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${sitemaps.join('\n')}</sitemapindex>\n`
}

/** Renders one part of the sitemap. Source: search engines' guide to localized versions of a page. */
export function renderSitemap(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, changedAt }) => {
    const spanishUrl = escapeXml(origin + path)
    const alternates = [
      ['es', spanishUrl],
      ['en', `${spanishUrl}?lang=en`],
    ].map(([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`)
    const lastModified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${spanishUrl}</loc>${lastModified}${alternates.join('')}</url>`
  })
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('\n')}</urlset>\n`
}

/**
 * Renders the RSS 2.0 feed of a seller's kiosk.
 * @param products newest first
 */
export function renderFeed({
  origin,
  brand,
  username,
  products,
}: {
  origin: string
  brand: string
  username: string
  products: readonly { id: number; name: string; description: string; createdAt: Date }[]
}): string {
  const kioskUrl = `${origin}/profile/${username}`
  const items = products.map(({ id, name, description, createdAt }) => {
    const url = origin + buildProductPath({ id, slug: toProductSlug(name) })
    // Readers know an item by its guid, so it stays the same when the product gets another name.
    const guid = origin + buildProductPath({ id, slug: '' })
    return `<item><title>${escapeXml(name)}</title><link>${url}</link><guid>${guid}</guid><pubDate>${createdAt.toUTCString()}</pubDate><description>${escapeXml(description)}</description><enclosure url="${origin}/og/product/${id}.jpg" length="0" type="image/jpeg"/></item>`
  })
  return `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>@${escapeXml(username)} · ${escapeXml(brand)}</title><link>${kioskUrl}</link><description>@${escapeXml(username)}</description><atom:link href="${kioskUrl}/feed.xml" rel="self" type="application/rss+xml"/>${items.join('\n')}</channel></rss>\n`
}
