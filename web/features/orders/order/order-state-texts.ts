import type { ShownOrderState } from '#contract/orders.ts'
import * as m from '#messages'

export type OrderTone = 'ok' | 'wait' | 'bad' | 'quiet'

/** The color and the texts of each state of an order. */
export const ORDER_STATE_TEXTS: Record<
  ShownOrderState,
  { tone: OrderTone; title: () => string; text: () => string }
> = {
  created: { tone: 'wait', title: m.order_created_title, text: m.order_created },
  pending: { tone: 'wait', title: m.order_pending_title, text: m.order_pending },
  in_process: { tone: 'wait', title: m.order_in_process_title, text: m.order_in_process },
  rejected: { tone: 'bad', title: m.order_rejected_title, text: m.order_rejected },
  approved: { tone: 'ok', title: m.order_approved_title, text: m.order_approved },
  review: { tone: 'wait', title: m.order_review_title, text: m.order_review },
  expired: { tone: 'quiet', title: m.order_expired_title, text: m.order_expired },
  refunded: { tone: 'quiet', title: m.order_refunded_title, text: m.order_refunded },
  charged_back: { tone: 'quiet', title: m.order_charged_back_title, text: m.order_charged_back },
}
