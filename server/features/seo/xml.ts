/** A page as a sitemap names it. */
interface SitemapEntry {
  path: string
  changedAt?: Date
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Characters that XML 1.0 knows no way to write are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

/** Pages of one visitor, and what only scripts ask for, are nothing for search engines. */
export function robotsTxt(origin: string): string {
  const hidden = [
    '/api/',
    '/dashboard',
    '/admin',
    '/order',
    '/payment/',
    '/checkout',
    '/reset/',
    '/set/',
    '/verify/',
    '/confirm-email-change/',
    '/logout',
    '/dev/',
  ]
  return [
    'User-agent: *',
    ...hidden.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

/** Source: sitemaps.org, the protocol, and search engines' guide to localized versions. */
export function sitemapIndexXml(origin: string, parts: readonly string[]): string {
  const listed = parts.map(part => `<sitemap><loc>${escapeXml(origin + part)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${listed.join('\n')}</sitemapindex>\n`
}

export function sitemapXml(origin: string, places: readonly SitemapEntry[]): string {
  const listed = places.map(({ path, changedAt }) => {
    const spanish = escapeXml(origin + path)
    const english = `${spanish}?lang=en`
    const alternates = [
      ['es', spanish],
      ['en', english],
    ].map(
      ([language, address]) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    )
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${spanish}</loc>${changed}${alternates.join('')}</url>`
  })
  return `${HEAD}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${listed.join('\n')}</urlset>\n`
}

/** RSS 2.0. @param products newest first */
export function feedXml({
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
  const kiosk = `${origin}/profile/${username}`
  const items = products.map(({ id, name, description, createdAt }) => {
    const link = `${origin}/product/${id}`
    return `<item><title>${escapeXml(name)}</title><link>${link}</link><guid>${link}</guid><pubDate>${createdAt.toUTCString()}</pubDate><description>${escapeXml(description)}</description><enclosure url="${origin}/og/product/${id}.jpg" length="0" type="image/jpeg"/></item>`
  })
  return `${HEAD}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>@${escapeXml(username)} · ${escapeXml(brand)}</title><link>${kiosk}</link><description>@${escapeXml(username)}</description><atom:link href="${kiosk}/feed.xml" rel="self" type="application/rss+xml"/>${items.join('\n')}</channel></rss>\n`
}
