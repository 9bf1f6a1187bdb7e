import type { Order, OrderDetail, RejectionReason } from '#contract/orders.ts'
import * as m from '#messages'

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

/** The sentence that tells a buyer why a payment was rejected and what to do. */
const REJECTION_TEXTS: Record<RejectionReason, () => string> = {
  insufficient_funds: m.rejection_insufficient_funds,
  wrong_card_number: m.rejection_wrong_card_number,
  wrong_expiry_date: m.rejection_wrong_expiry_date,
  wrong_security_code: m.rejection_wrong_security_code,
  wrong_data: m.rejection_wrong_data,
  call_bank: m.rejection_call_bank,
  card_disabled: m.rejection_card_disabled,
  card_not_accepted: m.rejection_card_not_accepted,
  duplicated: m.rejection_duplicated,
  installments: m.rejection_installments,
  max_attempts: m.rejection_max_attempts,
  security: m.rejection_security,
  authentication: m.rejection_authentication,
  bank: m.rejection_bank,
  other: m.rejection_other,
}

/** Returns the color of an order and the texts that tell its buyer what happened. */
export function getOrderTexts({ detail, payment }: Pick<Order, 'detail' | 'payment'>): {
  tone: OrderTone
  result: PaymentResult
  title: string
  text: string
} {
  const { tone, result, title, text } = ORDER_DETAIL_TEXTS[detail]
  const line =
    detail === 'rejected'
      ? `${REJECTION_TEXTS[payment?.rejection ?? 'other']()} ${m.order_not_charged()}`
      : text()
  return { tone, result, title: title(), text: line }
}
