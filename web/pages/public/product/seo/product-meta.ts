import type { PublicProduct } from '#contract/catalog/products.ts'
import type { Locale } from '#web/i18n/locale.ts'
import { paths } from '#web/paths.ts'

/** The parts of the page context that are needed to build metadata. */
export interface MetaContext {
  brand: string
  locale: Locale
  /** The site's origin, for example `https://kiosko.test`, without a trailing slash. */
  origin: string
}

/**
 * The maximum number of characters of a description in the metadata, because search engines and messengers cut longer
 * ones.
 */
const DESCRIPTION_MAX_LENGTH = 160

/** Returns the URL of a product's page in a language. The URL of the English page has `?lang=en`. */
export function buildProductUrl(
  id: number,
  { origin, locale }: Pick<MetaContext, 'origin' | 'locale'>,
) {
  return origin + paths.product(id, { lang: locale === 'en' ? 'en' : undefined })
}

/** Returns the metadata of a product's page, for search engines and for link previews. */
export function buildProductMeta(product: PublicProduct, context: MetaContext) {
  const { brand, locale, origin } = context
  const title = `${product.name} · ${brand}`
  const description = shorten(product.description)
  const url = buildProductUrl(product.id, context)
  const spanish = buildProductUrl(product.id, { origin, locale: 'es' })
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
    { tagName: 'link', rel: 'canonical', href: url },
    alternate('es', spanish),
    alternate('en', buildProductUrl(product.id, { origin, locale: 'en' })),
    alternate('x-default', spanish),
    property('og:type', 'product'),
    property('og:site_name', brand),
    property('og:locale', locale === 'en' ? 'en_US' : 'es_AR'),
    property('og:title', product.name),
    property('og:description', description),
    property('og:url', url),
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
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line
  const shortened = line.slice(0, DESCRIPTION_MAX_LENGTH - 1)
  const lastSpace = shortened.lastIndexOf(' ')
  return `${lastSpace > 0 ? shortened.slice(0, lastSpace) : shortened}…`
}
