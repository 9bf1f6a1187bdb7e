import { LIMITS } from '#contract/core/limits.ts'
import type { Order, OrderDetail } from '#contract/orders/orders.ts'
import * as m from '#messages'
import { rejectionText } from '#messages/rejections'
import { getLocale } from '#messages/runtime'

/** The payment result page whose color and heading match an order. */
export type PaymentResult = 'success' | 'pending' | 'failure'
export type OrderTone = 'ok' | 'wait' | 'bad' | 'quiet'

interface DetailTexts {
  tone: OrderTone
  result: PaymentResult
  title: () => string
  text: () => string
}

const ORDER_DETAIL_TEXTS: Record<OrderDetail, DetailTexts> = {
  not_paid: {
    tone: 'wait',
    result: 'pending',
    title: m.order_not_paid_title,
    text: m.order_not_paid,
  },
  voucher_waiting: {
    tone: 'wait',
    result: 'pending',
    title: m.order_voucher_waiting_title,
    text: m.order_voucher_waiting,
  },
  transfer_waiting: {
    tone: 'wait',
    result: 'pending',
    title: m.order_transfer_waiting_title,
    text: m.order_transfer_waiting,
  },
  payment_pending: {
    tone: 'wait',
    result: 'pending',
    title: m.order_pending_title,
    text: m.order_pending,
  },
  card_in_review: {
    tone: 'wait',
    result: 'pending',
    title: m.order_card_in_review_title,
    text: m.order_in_process,
  },
  payment_in_review: {
    tone: 'wait',
    result: 'pending',
    title: m.order_in_process_title,
    text: m.order_in_process,
  },
  partly_paid: {
    tone: 'wait',
    result: 'pending',
    title: m.order_partly_paid_title,
    text: m.order_partly_paid,
  },
  rejected: {
    tone: 'bad',
    result: 'failure',
    title: m.order_rejected_title,
    text: m.rejection_other,
  },
  voucher_expired: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_voucher_expired_title,
    text: m.order_voucher_expired,
  },
  payment_expired: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_payment_expired_title,
    text: m.order_payment_expired,
  },
  cancelled_by_buyer: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_cancelled_by_buyer_title,
    text: m.order_cancelled_by_buyer,
  },
  cancelled: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_cancelled_title,
    text: m.order_cancelled,
  },
  delivered: {
    tone: 'ok',
    result: 'success',
    title: m.order_approved_title,
    text: m.order_approved,
  },
  access_closed: {
    tone: 'wait',
    result: 'success',
    title: m.order_access_closed_title,
    text: m.order_access_closed,
  },
  on_hold: {
    tone: 'wait',
    result: 'pending',
    title: m.order_on_hold_title,
    text: m.order_on_hold,
  },
  in_review: {
    tone: 'wait',
    result: 'pending',
    title: m.order_review_title,
    text: m.order_in_review,
  },
  account_unreadable: {
    tone: 'wait',
    result: 'pending',
    title: m.order_review_title,
    text: m.order_account_unreadable,
  },
  given: {
    tone: 'ok',
    result: 'success',
    title: m.order_free_title,
    text: m.order_free,
  },
  order_expired: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_expired_title,
    text: m.order_expired,
  },
  refunded: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_refunded_title,
    text: m.order_refunded,
  },
  chargeback_open: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_charged_back_title,
    text: m.order_charged_back,
  },
  chargeback_settled: {
    tone: 'quiet',
    result: 'failure',
    title: m.order_chargeback_settled_title,
    text: m.order_chargeback_settled,
  },
}

/** Returns the color of an order and the texts that tell its buyer what happened. */
export function getOrderTexts(
  order: Pick<Order, 'detail' | 'payment' | 'isMailRefused' | 'accessClosing'>,
): {
  tone: OrderTone
  result: PaymentResult
  title: string
  text: string
} {
  const { tone, result, title, text } = ORDER_DETAIL_TEXTS[order.detail]
  if (order.accessClosing?.by === 'scanner')
    return {
      tone,
      result,
      title: m.order_infected_title(),
      text: m.order_infected({ days: LIMITS.refundableDays }),
    }
  return { tone, result, title: title(), text: getSpecialText(order) ?? text() }
}

/** Returns the text of an order that the state alone does not describe; undefined for the others. */
function getSpecialText({
  detail,
  payment,
  isMailRefused,
}: Pick<Order, 'detail' | 'payment' | 'isMailRefused'>): string | undefined {
  if (detail === 'rejected')
    return `${rejectionText(payment?.rejection ?? 'other', getLocale())} ${m.order_not_charged()}`
  // The usual text says that the files were emailed too.
  return detail === 'delivered' && isMailRefused ? m.order_approved_not_mailed() : undefined
}
