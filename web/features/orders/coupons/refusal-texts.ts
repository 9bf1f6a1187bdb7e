import type { CouponRefusal } from '#contract/prices/quote.ts'
import * as m from '#messages'

/** Why a coupon takes nothing off, as its buyer reads it. */
export const COUPON_REFUSAL_TEXTS: Record<CouponRefusal, () => string> = {
  unknown: m.coupon_unknown,
  ended: m.coupon_ended,
  used_up: m.coupon_used_up,
  used_by_buyer: m.coupon_used_by_buyer,
  held_by_network: m.coupon_held_by_network,
  below_minimum: m.coupon_below_minimum,
  other_products: m.coupon_other_products,
  free_part: m.coupon_free_part,
  no_discount: m.coupon_no_discount,
}
