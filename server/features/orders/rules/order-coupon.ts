import type { OrderCoupon } from '#contract/prices/coupons.ts'
import type { OrderRow } from './rows.ts'

/** Returns the coupon with which an order was made; null without one. */
export function serializeOrderCoupon({
  couponCode,
  couponMinor,
}: Pick<OrderRow, 'couponCode' | 'couponMinor'>): OrderCoupon | null {
  return couponCode === null ? null : { code: couponCode, discountMinor: couponMinor ?? 0 }
}
