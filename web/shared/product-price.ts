import type { Product, PublicProduct } from '#contract/products/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatPrice } from '../i18n/format.ts'

type Priced = Pick<Product, 'price' | 'isPriceDynamic' | 'currency'>

/** Says what a product costs: "$ 8.900", "Desde $ 5.000", "Gratis" or "Gratis o lo que quieras". */
export function formatProductPrice({ price, isPriceDynamic, currency }: Priced): string {
  if (price === 0) return isPriceDynamic ? m.price_free_or_more() : m.price_free()
  const amount = formatPrice(price, currency)
  return isPriceDynamic ? m.price_from({ price: amount }) : amount
}

/** Tells whether anybody gets a product without paying. */
export const isFree = ({ price }: Pick<Product, 'price'>): boolean => price === 0

/** Tells whether anybody can buy a product now, or gets it for free. */
export const isAvailable = ({
  price,
  hasAuth,
  isPaused,
}: Pick<PublicProduct, 'price' | 'hasAuth' | 'isPaused'>): boolean =>
  !isPaused && (hasAuth || price === 0)

/** Returns the least that a buyer can offer for a product with a dynamic price, in whole units. */
export const findLeastOffer = ({ price }: Pick<Product, 'price'>): number =>
  Math.max(price, LIMITS.dynamicPrice.min)
