import type { OrderEventKind } from '#contract/orders/events.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const EVENTS: Record<OrderEventKind, Text> = {
  ordered: m.event_ordered,
  given: m.event_given,
  rebuilt: m.event_rebuilt,
  payment: m.event_payment,
  approved: m.event_approved,
  delivered: m.event_delivered,
  review: m.event_review,
  released: m.event_released,
  accepted: m.event_accepted,
  dismissed: m.event_dismissed,
  expired: m.event_expired,
  untaken: m.event_untaken,
  second_payment: m.event_second_payment,
  surplus_refused: m.event_surplus_refused,
  withdrawn: m.event_withdrawn,
  refund_requested: m.event_refund_requested,
  refund_refused: m.event_refund_refused,
  partly_refunded: m.event_partly_refunded,
  refunded: m.event_refunded,
  payment_refunded: m.event_payment_refunded,
  charged_back: m.event_charged_back,
  resent: m.event_resent,
  files_changed: m.event_files_changed,
  mail_refused: m.event_mail_refused,
  buyer_wrote: m.event_buyer_wrote,
  email_changed: m.event_address_changed,
  access_closed: m.event_access_closed,
  access_opened: m.event_access_opened,
  voucher_waiting: m.event_voucher_waiting,
  voucher_reminder: m.event_voucher_reminder,
  voucher_expired: m.event_voucher_expired,
  payment_declined: m.event_payment_declined,
  held: m.event_held,
  chargeback_won: m.event_chargeback_won,
  chargeback_lost: m.event_chargeback_lost,
  claim_opened: m.event_claim_opened,
  claim_closed: m.event_claim_closed,
  withdrawal_asked: m.event_withdrawal_asked,
  withdrawal_granted: m.event_withdrawal_granted,
  withdrawal_declined: m.event_withdrawal_declined,
  withdrawal_waiting: m.event_withdrawal_waiting,
  withdrawal_failed: m.event_withdrawal_failed,
  receipt_changed: m.event_receipt_changed,
  product_review_hidden: m.event_product_review_hidden,
  product_review_shown: m.event_product_review_shown,
}

/** Returns the text of an event in the history of an order. */
export function orderEventText(kind: OrderEventKind, locale: Locale): string {
  return EVENTS[kind]({}, { locale })
}
