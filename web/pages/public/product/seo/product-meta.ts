import type { ProductAddress } from '#contract/products/product-path.ts'
import type { PublicProduct } from '#contract/products/products.ts'
import { paths } from '#web/paths.ts'
import { buildPageMeta, type MetaContext } from '#web/shared/share/page-meta.ts'

/**
 * The maximum number of characters of a description in the metadata, because search engines and messengers cut longer
 * ones.
 */
const DESCRIPTION_MAX_LENGTH = 160

/** Returns the current URL of a product's page in a language. The URL of the English page has `?lang=en`. */
export function buildProductUrl(
  product: ProductAddress,
  { origin, locale }: Pick<MetaContext, 'origin' | 'locale'>,
) {
  return origin + paths.product(product) + (locale === 'en' ? '?lang=en' : '')
}

/** Returns the metadata of a product's page, for search engines and for link previews. */
export function buildProductMeta(product: PublicProduct, context: MetaContext) {
  const { brand, origin } = context
  return [
    ...buildPageMeta(
      {
        title: `${product.name} · ${brand}`,
        previewTitle: product.name,
        description: shorten(product.description),
        type: 'product',
        urls: {
          es: buildProductUrl(product, { origin, locale: 'es' }),
          en: buildProductUrl(product, { origin, locale: 'en' }),
        },
        image: `${origin}/og/product/${product.id}.jpg`,
      },
      context,
    ),
    { property: 'product:price:amount', content: String(product.price) },
    { property: 'product:price:currency', content: product.currency },
  ]
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_MAX_LENGTH) return line
  const shortened = line.slice(0, DESCRIPTION_MAX_LENGTH - 1)
  const lastSpace = shortened.lastIndexOf(' ')
  return `${lastSpace > 0 ? shortened.slice(0, lastSpace) : shortened}…`
}
