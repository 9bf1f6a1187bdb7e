import type { ReviewReason } from '#contract/orders/events.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const TEXTS: Record<ReviewReason, Text> = {
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

/** Returns a sentence that explains why an order waits for a manual review. */
export function describeReviewReason(reason: ReviewReason, locale: Locale): string {
  return TEXTS[reason]({}, { locale })
}
