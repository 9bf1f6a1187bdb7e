import type { OfferKind } from './prices/offer-rules.ts'
import type { CouponKind } from './prices/coupons.ts'
import { splitByShare } from './core/money.ts'
import { sum } from './core/sum.ts'

/** The terms of a coupon that decide whether and what it takes off. Prices are in whole units. */
export interface CouponTerms {
  kind: CouponKind
  value: number
  productIds: readonly number[] | null
  minimum: number | null
}

/** A product with the price that it has without a coupon, and what it costs after its offer; null without one. */
export interface PricedProduct {
  id: number
  price: number
  listPrice?: number | null
}

/**
 * Returns the price from which a coupon takes its discount instead of from that of an offer; null without an offer, and
 * if a lower price than after it was asked before.
 */
export const findListPrice = (
  offer: { listPrice: number; kind: OfferKind } | null | undefined,
): number | null => (!offer || offer.kind === 'plain' ? null : offer.listPrice)

export type Discount =
  | { prices: Map<number, number> }
  | {
      refusal:
        | 'ERROR_COUPON_PRODUCTS'
        | 'ERROR_COUPON_MINIMUM'
        | 'ERROR_COUPON_PART'
        | 'ERROR_COUPON_OFFER'
    }

/**
 * Computes what products cost with a coupon: for an order, and for the page that shows it while prices are typed.
 * Prices stay in whole units: a percentage is rounded in favour of the buyer, and an amount is split by the prices. A
 * product that the coupon does not name keeps its price. Either all products are free by it, or each costs at least one
 * unit, so that no paid order has an item for nothing; a coupon that makes only a part of the products free is refused.
 * An offer and a coupon are not added up: the lower price counts, and a coupon that lowers none is refused.
 */
export function applyCoupon(
  { kind, value, productIds, minimum }: CouponTerms,
  products: readonly PricedProduct[],
): Discount {
  const named = products.filter(
    ({ id, price }) => price > 0 && (productIds === null || productIds.includes(id)),
  )
  if (named.length === 0) return { refusal: 'ERROR_COUPON_PRODUCTS' }
  const basePrices = named.map(({ price, listPrice }) => Math.max(price, listPrice ?? 0))
  const total = sum(basePrices)
  if (minimum !== null && total < minimum) return { refusal: 'ERROR_COUPON_MINIMUM' }
  const takenOff =
    kind === 'percent'
      ? basePrices.map(price => Math.ceil((price * value) / 100))
      : // Of currencies without cents and with them, the parts of whole units are whole.
        splitByShare(Math.min(value, total), basePrices, 'ARS')
  const prices = products.map(product => {
    const index = named.indexOf(product)
    return index < 0
      ? product.price
      : Math.min(product.price, basePrices[index]! - takenOff[index]!)
  })
  if (prices.every((price, index) => price === products[index]!.price))
    return { refusal: 'ERROR_COUPON_OFFER' }
  const isFree = prices.every(price => price === 0)
  if (kind === 'percent' && value === 100 && !isFree) return { refusal: 'ERROR_COUPON_PART' }
  return {
    prices: new Map(
      products.map(({ id }, index) => [id, isFree ? 0 : Math.max(1, prices[index]!)]),
    ),
  }
}
