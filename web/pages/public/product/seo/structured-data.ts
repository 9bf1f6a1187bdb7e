import type { PublicProduct } from '#contract/catalog/products.ts'
import type { MetaContext } from '#web/shared/share/page-meta.ts'
import { buildProductUrl } from './product-meta.ts'

/** Returns schema.org's Product as JSON-LD, escaped so that a text of the seller cannot end the script element. */
export function buildProductJsonLd(product: PublicProduct, context: MetaContext): string {
  return JSON.stringify(toSchemaOrg(product, context))
    .replace(/[<>&]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replace(/[\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16)}`)
}

function toSchemaOrg(product: PublicProduct, context: MetaContext) {
  const url = buildProductUrl(product.id, context)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: context.origin + product.imageFile,
    sku: String(product.id),
    category: `${product.category.name} > ${product.subcategory.name}`,
    brand: { '@type': 'Brand', name: `@${product.username}` },
    offers: {
      '@type': 'Offer',
      url,
      price: product.price,
      priceCurrency: product.currency,
      availability: `https://schema.org/${product.hasAuth ? 'InStock' : 'OutOfStock'}`,
    },
  }
}
