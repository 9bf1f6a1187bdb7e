import type { RefundRefusal, ReviewReason } from '#contract/orders/events.ts'
import * as m from '#messages'

const REFUND_REFUSALS: Record<RefundRefusal, () => string> = {
  too_old: m.refusal_too_old,
  not_allowed: m.refusal_not_allowed,
  account_unreadable: m.refusal_account_unreadable,
  changed: m.refusal_changed,
  not_found: m.refusal_not_found,
}

/** Returns the text that says why MercadoPago refused a refund. */
export function getRefundRefusalText(refusal: RefundRefusal): string {
  return REFUND_REFUSALS[refusal]()
}

const REVIEW_REASONS: Record<ReviewReason, () => string> = {
  another_order: m.review_another_order,
  another_collector: m.review_another_collector,
  another_currency: m.review_another_currency,
  another_amount: m.review_another_amount,
  coupon_used_up: m.review_coupon_used_up,
  credit_used_up: m.review_credit_used_up,
  not_live_mode: m.review_not_live_mode,
  fraud_alert: m.review_fraud_alert,
  account_unreadable: m.review_account_unreadable,
  another_commission: m.review_another_commission,
}

/** Returns the text that says why an order is held for review. */
export function getReviewReasonText(reason: ReviewReason): string {
  return REVIEW_REASONS[reason]()
}

/** Returns the text that says why a payment should be refunded: it differs from the order, or it is a second one. */
export function getRefundDueText(problem: ReviewReason | null): string {
  return problem === null
    ? m.sale_refund_due()
    : `${getReviewReasonText(problem)} ${m.sale_refund_advised()}`
}
