import type { Quote } from '#contract/prices/quote.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type CouponRow, type SoldProduct, isLimited } from '#server/features/prices/service.ts'

const PAGE_MS = 3 * DAY_MS
/** How long an order holds a use of a coupon that others wait for, while nobody has tried to pay it. */
const HOLD_MS = 30 * 60_000
/** A price that ends while the buyer is on the way to the payment page can be paid for some minutes. */
const LEAST_MS = 10 * 60_000

/** Returns when the payment page of an order expires that has no price that ends. */
export const computeOrderExpiry = (createdAt: Date): Date => new Date(createdAt.getTime() + PAGE_MS)

/**
 * Returns when the payment page of an order expires: with the coupon or the offer whose price it charges, and soon if
 * it holds a use of a coupon that has only so many.
 */
export function computeQuoteExpiry(
  createdAt: Date,
  { lines }: Quote,
  { products, coupon }: { products: readonly SoldProduct[]; coupon: CouponRow | undefined },
): Date {
  const now = createdAt.getTime()
  const ends = lines.flatMap(({ id, why }) => {
    if (why === 'coupon') return coupon?.endsAt ?? []
    if (why !== 'offer' && why !== 'bump') return []
    return products.find(product => product.id === id)?.offerUntil ?? []
  })
  const latest = now + (coupon && isLimited(coupon) ? HOLD_MS : PAGE_MS)
  const earliest = Math.min(latest, ...ends.map(end => end.getTime()))
  return new Date(Math.max(earliest, now + LEAST_MS))
}
