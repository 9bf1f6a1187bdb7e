import type { Order } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { getOrderTexts, type PaymentResult } from '../order/order-detail-texts.ts'

/**
 * Returns what a payment result page says about an order. MercadoPago chooses the page, but the order decides the
 * result.
 * @returns `result` is the page whose color and heading match the order; `hasNextStep` tells whether the page offers to
 * pay or to buy again
 */
export function getResultTexts(
  page: PaymentResult,
  order: Pick<Order, 'detail' | 'payment' | 'isMailRefused' | 'accessClosing'>,
): { result: PaymentResult; title: string; text: string; hasNextStep: boolean } {
  const { result, title, text } = getOrderTexts(order)
  // MercadoPago redirects to the page for failures if the buyer goes back without paying. On the other pages an attempt
  // to pay exists that the marketplace has not heard of yet, and another one would be a second payment.
  if (order.detail === 'not_paid')
    return page === 'failure'
      ? {
          result: page,
          title: m.payment_failure_title(),
          text: m.payment_not_finished(),
          hasNextStep: true,
        }
      : { result, title, text: m.payment_unconfirmed(), hasNextStep: false }
  if (order.detail === 'delivered')
    return { result, title: m.payment_success_title(), text, hasNextStep: false }
  return { result, title, text, hasNextStep: true }
}
