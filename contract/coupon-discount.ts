import type { CouponKind } from './coupons.ts'
import { splitByShare } from './core/money.ts'
import { sum } from './core/sum.ts'

/** The terms of a coupon that decide whether and what it takes off. Prices are in whole units. */
export interface CouponTerms {
  kind: CouponKind
  value: number
  productIds: readonly number[] | null
  minimum: number | null
}

/** A product with the price that it has without a coupon. */
export interface PricedProduct {
  id: number
  price: number
}

export type Discount =
  | { prices: Map<number, number> }
  | { refusal: 'ERROR_COUPON_PRODUCTS' | 'ERROR_COUPON_MINIMUM' | 'ERROR_COUPON_PART' }

/**
 * Computes what products cost with a coupon: for an order, and for the page that shows it while prices are typed. Prices
 * stay in whole units: a percentage is rounded in favour of the buyer, and an amount is split by the prices. A product that
 * the coupon does not name keeps its price. Either all products are free by it, or each costs at least one unit, so that
 * no paid order has an item for nothing; a coupon that makes only a part of the products free is refused.
 */
export function applyCoupon(
  { kind, value, productIds, minimum }: CouponTerms,
  products: readonly PricedProduct[],
): Discount {
  const named = products.filter(
    ({ id, price }) => price > 0 && (productIds === null || productIds.includes(id)),
  )
  if (named.length === 0) return { refusal: 'ERROR_COUPON_PRODUCTS' }
  const total = sum(named.map(({ price }) => price))
  if (minimum !== null && total < minimum) return { refusal: 'ERROR_COUPON_MINIMUM' }
  const takenOff =
    kind === 'percent'
      ? named.map(({ price }) => Math.ceil((price * value) / 100))
      : // Of currencies without cents and with them, the parts of whole units are whole.
        splitByShare(
          Math.min(value, total),
          named.map(({ price }) => price),
          'ARS',
        )
  const prices = products.map(product => {
    const index = named.indexOf(product)
    return product.price - (index < 0 ? 0 : takenOff[index]!)
  })
  const isFree = prices.every(price => price === 0)
  if (kind === 'percent' && value === 100 && !isFree) return { refusal: 'ERROR_COUPON_PART' }
  return {
    prices: new Map(
      products.map(({ id }, index) => [id, isFree ? 0 : Math.max(1, prices[index]!)]),
    ),
  }
}
