import { type PricedProduct, applyCoupon, findListPrice } from '#contract/coupon-discount.ts'
import type { CouponOffer } from '#contract/prices/coupons.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RateLimit } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { type CouponRow, countUses, findCouponByCode, findProducts } from './queries.ts'

/**
 * How many codes that do not exist one IP address, and one network, can try in ten minutes. Beyond that the right ones
 * are refused too, so that trying on tells nothing.
 */
const GUESSES_BY_IP = { name: 'coupon_guess', max: 10, seconds: 600 } satisfies RateLimit
const GUESSES_BY_NETWORK = {
  name: 'coupon_guess_network',
  max: 100,
  seconds: 600,
} satisfies RateLimit

/** Who tries a code: the IP address in the form of `toIpAddressKey`, and the network in that of `toNetworkKey`. */
export interface CodeVisitor {
  ip: string
  network: string
}

/**
 * Finds a seller's coupon by its code. One that is off or has not begun is as unknown as one that does not exist.
 * @throws ApiError ERROR_COUPON_UNKNOWN; ERROR_TOO_MANY_REQUESTS after too many unknown codes
 */
export async function findUsableCoupon(
  { db, limiter }: Context,
  { sellerId, code }: { sellerId: number; code: string },
  { ip, network }: CodeVisitor,
): Promise<CouponRow> {
  await limiter.consume(GUESSES_BY_IP, ip)
  await limiter.consume(GUESSES_BY_NETWORK, network)
  const coupon = await findCouponByCode(db, { sellerId, code })
  const hasBegun = coupon && !coupon.isOff && (coupon.startsAt ?? new Date(0)) <= new Date()
  if (!hasBegun) throw new ApiError('ERROR_COUPON_UNKNOWN')
  await limiter.refund(GUESSES_BY_IP, ip)
  await limiter.refund(GUESSES_BY_NETWORK, network)
  return coupon
}

/**
 * Tells what a coupon takes off products, which must be for sale by one seller. Whether the buyer has used it is told
 * at the purchase, since no email is known here.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is not for sale, or the products have several sellers; as
 * `findUsableCoupon` and `requireOpen`; the refusals of `applyCoupon`
 */
export async function checkCoupon(
  context: Context,
  {
    code,
    products: wanted,
  }: { code: string; products: { id: number; dynamicPrice?: number | undefined }[] },
  visitor: CodeVisitor,
): Promise<CouponOffer> {
  const products = await findProducts(
    context.db,
    wanted.map(({ id }) => id),
  )
  const [first] = products
  const isOffered = wanted.every(({ id }) => products.some(product => product.id === id))
  if (!first || !isOffered || products.some(({ sellerId }) => sellerId !== first.sellerId))
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND')
  const coupon = await findUsableCoupon(context, { sellerId: first.sellerId, code }, visitor)
  requireOpen(coupon)
  const { all } = await countUses(context.db, coupon.id, { buyerDigest: '', browserHash: '' })
  if (coupon.cap !== null && all >= coupon.cap) throw new ApiError('ERROR_COUPON_USED_UP')
  const priced = wanted.map(({ id, dynamicPrice = 0 }): PricedProduct => {
    const { price, listPrice, offerKind, isPriceDynamic } = products.find(p => p.id === id)!
    const offered = Math.min(Math.max(price, dynamicPrice), LIMITS.dynamicPrice.max)
    const offer = listPrice === null || offerKind === null ? null : { listPrice, kind: offerKind }
    return { id, price: isPriceDynamic ? offered : price, listPrice: findListPrice(offer) }
  })
  const discount = applyCoupon(coupon, priced)
  if ('refusal' in discount) throw new ApiError(discount.refusal)
  return {
    code: coupon.code,
    kind: coupon.kind,
    value: coupon.value,
    productIds: coupon.productIds,
    minimum: coupon.minimum,
    endsAt: coupon.endsAt?.toISOString() ?? null,
    prices: priced.map(({ id, price }) => ({ id, price, discounted: discount.prices.get(id)! })),
  }
}

/** @throws ApiError ERROR_COUPON_ENDED */
export function requireOpen({ endsAt }: CouponRow): void {
  if (endsAt !== null && endsAt <= new Date()) throw new ApiError('ERROR_COUPON_ENDED')
}
