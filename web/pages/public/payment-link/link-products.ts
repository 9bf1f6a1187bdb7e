import type { ProductDetail } from '#contract/storefront/product-page.ts'
import { getLeastPrices } from '#web/features/orders/checkout/least-prices.ts'
import type { FieldTexts } from '#web/features/orders/checkout/purchase-state.ts'
import { findLeastOffer, isFree } from '#web/shared/product-price.ts'

/** A product of a payment link. Its texts are left out, since its page has them. */
export type LinkProduct = ProductDetail

/** Tells whether a product can be paid for now. */
export const canBuy = (product: LinkProduct): boolean =>
  product.hasAuth && !product.isPaused && (product.isPriceDynamic || !isFree(product))

/**
 * Returns the texts of the price fields of a payment link. The price in the link is for its only product, and can raise
 * a dynamic price, but not lower it or touch a fixed one.
 */
export function getFirstPrices(
  products: readonly LinkProduct[],
  linkPrice: number | undefined,
): FieldTexts {
  const leastPrices = getLeastPrices(products)
  const [product, ...others] = products
  if (linkPrice === undefined || !product?.isPriceDynamic || others.length > 0) return leastPrices
  return { [`price-${product.id}`]: String(Math.max(linkPrice, findLeastOffer(product))) }
}
