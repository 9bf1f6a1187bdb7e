import type { PublicProduct } from '#contract/products/products.ts'
import type { ProductReview } from '#contract/product-reviews/reviews.ts'
import type { Currency } from '#contract/core/fields.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import * as m from '#messages'
import type { MetaContext } from '#web/shared/share/page-meta.ts'
import { buildProductUrl } from './product-meta.ts'
import { isAvailable } from '#web/shared/product-price.ts'

type StructuredDataContext = MetaContext & { withdrawal: WithdrawalTerms }

/**
 * Returns schema.org's Product as JSON-LD, whose ratings go from 1 to 5 by default. It is escaped, so that a text of
 * the seller or of a buyer cannot end the script element. The reviews are those that the page shows.
 */
export function buildProductJsonLd(
  product: PublicProduct,
  context: StructuredDataContext,
  reviews: ProductReview[] = [],
): string {
  return JSON.stringify(toSchemaOrg(product, context, reviews))
    .replace(/[<>&]/g, sign => `\\u00${sign.charCodeAt(0).toString(16)}`)
    .replace(/[\u2028\u2029]/g, sign => `\\u${sign.charCodeAt(0).toString(16)}`)
}

function toSchemaOrg(
  product: PublicProduct,
  context: StructuredDataContext,
  reviews: ProductReview[],
) {
  const url = buildProductUrl(product, context)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    image: new URL(product.imageFile, context.origin).href,
    sku: String(product.id),
    category: `${product.category.name} > ${product.subcategory.name}`,
    brand: { '@type': 'Brand', name: `@${product.username}` },
    offers: {
      '@type': 'Offer',
      url,
      price: product.price,
      priceCurrency: product.currency,
      availability: `https://schema.org/${isAvailable(product) ? 'InStock' : 'OutOfStock'}`,
      ...toSchemaOrgReturns(product, context.withdrawal),
    },
    ...(product.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.rating.average,
        reviewCount: product.rating.count,
      },
    }),
    ...(reviews.length > 0 && { review: reviews.map(toSchemaOrgReview) }),
  }
}

/** Returns for how long a product can be returned whatever the buyer did; nothing if a download ends that time. */
function toSchemaOrgReturns({ guaranteeDays, currency }: PublicProduct, terms: WithdrawalTerms) {
  const days = Math.max(guaranteeDays, terms.scope === 'always' ? terms.days : 0)
  if (days === 0) return {}
  return {
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: COUNTRIES[currency],
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: days,
      returnFees: 'https://schema.org/FreeReturn',
      refundType: 'https://schema.org/FullRefund',
    },
  }
}

/** The country of each currency, whose buyers alone can pay in it. */
const COUNTRIES: Readonly<Record<Currency, string>> = {
  ARS: 'AR',
  BRL: 'BR',
  MXN: 'MX',
  CLP: 'CL',
  COP: 'CO',
  PEN: 'PE',
  UYU: 'UY',
}

const toSchemaOrgReview = ({ stars, text, name, at }: ProductReview) => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: stars },
  author: { '@type': 'Person', name: name ?? m.review_verified_buyer() },
  datePublished: at.slice(0, 10),
  ...(text && { reviewBody: text }),
})
