import * as m from '#messages'
import type { MetaContext } from '#web/shared/share/page-meta.ts'
import type { LinkProduct } from './link-products.ts'

/**
 * Returns the metadata of a payment link: what a messenger shows of it, and that search engines leave it out, since the
 * pages of its products are what they should find.
 */
export function buildLinkMeta(
  products: readonly LinkProduct[],
  { brand, locale, origin }: MetaContext,
) {
  const [first] = products
  const names = products.map(({ name }) => name).join(', ')
  const title = m.link_title({ name: names }, { locale })
  const property = (name: string, content: string) => ({ property: name, content })
  return [
    { title: `${title} · ${brand}` },
    { name: 'robots', content: 'noindex' },
    property('og:type', 'website'),
    property('og:site_name', brand),
    property('og:title', title),
    ...(first
      ? [
          property('og:image', `${origin}/og/product/${first.id}.jpg`),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
