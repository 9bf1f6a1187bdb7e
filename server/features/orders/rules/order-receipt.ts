import type { OrderReceipt } from '#server/mail/template.ts'
import type { OrderRow } from './rows.ts'
import { serializeOrderCoupon } from './order-coupon.ts'

/** Returns what the emails to a buyer say about an order, by which two purchases of one product can be told apart. */
export function buildReceipt(
  order: Pick<
    OrderRow,
    'number' | 'createdAt' | 'totalMinor' | 'currency' | 'couponCode' | 'couponMinor'
  >,
): OrderReceipt {
  return {
    number: order.number,
    date: order.createdAt.toISOString(),
    totalMinor: order.totalMinor,
    currency: order.currency,
    ...(order.couponCode !== null && { coupon: serializeOrderCoupon(order) }),
  }
}
