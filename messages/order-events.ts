import type { OrderEventKind } from '#contract/sales/order-events.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const EVENTS: Record<OrderEventKind, Text> = {
  ordered: m.event_ordered,
  rebuilt: m.event_rebuilt,
  payment: m.event_payment,
  approved: m.event_approved,
  delivered: m.event_delivered,
  review: m.event_review,
  suspended: m.event_suspended,
  released: m.event_released,
  accepted: m.event_accepted,
  dismissed: m.event_dismissed,
  expired: m.event_expired,
  second_payment: m.event_second_payment,
  withdrawn: m.event_withdrawn,
  refund_requested: m.event_refund_requested,
  refund_refused: m.event_refund_refused,
  partly_refunded: m.event_partly_refunded,
  refunded: m.event_refunded,
  charged_back: m.event_charged_back,
  resent: m.event_resent,
  mail_refused: m.event_mail_refused,
  buyer_wrote: m.event_buyer_wrote,
  email_changed: m.event_address_changed,
  access_closed: m.event_access_closed,
  access_opened: m.event_access_opened,
}

/** Returns the text of an event in the history of an order. */
export function orderEventText(kind: OrderEventKind, locale: Locale): string {
  return EVENTS[kind]({}, { locale })
}
