import type { PublicProduct } from '#contract/catalog/products.ts'
import type { Locale } from '#web/i18n/locale.ts'
import { paths } from '#web/paths.ts'

/** What a page knows of where it stands. */
export interface PagePlace {
  brand: string
  locale: Locale
  /** Scheme and host, without a slash at the end. */
  origin: string
}

/** Search engines and messengers cut what is longer. */
const DESCRIPTION_MAX = 160

/** The address of a product's page in a language; English carries it in the address. */
export function productAddress(
  id: number,
  { origin, locale }: Pick<PagePlace, 'origin' | 'locale'>,
) {
  return origin + paths.product(id, { lang: locale === 'en' ? 'en' : undefined })
}

/** The head of a product's page: for search engines, and for the card a shared link becomes. */
export function productTags(product: PublicProduct, place: PagePlace) {
  const { brand, locale, origin } = place
  const title = `${product.name} · ${brand}`
  const description = shorten(product.description)
  const address = productAddress(product.id, place)
  const spanish = productAddress(product.id, { origin, locale: 'es' })
  const image = `${origin}/og/product/${product.id}.jpg`
  const property = (name: string, content: string) => ({ property: name, content })
  const alternate = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  })
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    alternate('es', spanish),
    alternate('en', productAddress(product.id, { origin, locale: 'en' })),
    alternate('x-default', spanish),
    property('og:type', 'product'),
    property('og:site_name', brand),
    property('og:locale', locale === 'en' ? 'en_US' : 'es_AR'),
    property('og:title', product.name),
    property('og:description', description),
    property('og:url', address),
    property('og:image', image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('product:price:amount', String(product.price)),
    property('product:price:currency', product.currency),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: product.name },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ]
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_MAX) return line
  const cut = line.slice(0, DESCRIPTION_MAX - 1)
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : cut}…`
}
