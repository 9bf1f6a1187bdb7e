import type { ShownOrderState } from '#contract/orders.ts'
import * as m from '#messages'
import type { PaymentResult } from './receipt-illustration.tsx'

/** The payment result to which each state of an order corresponds. */
const RESULT_OF_STATE: Record<ShownOrderState, PaymentResult> = {
  approved: 'success',
  created: 'pending',
  pending: 'pending',
  in_process: 'pending',
  review: 'pending',
  rejected: 'failure',
  expired: 'failure',
  refunded: 'failure',
  charged_back: 'failure',
}

/** The texts of those order states that read the same on every result page. */
const COMMON_TEXTS: Partial<Record<ShownOrderState, () => string>> = {
  approved: m.payment_done,
  review: m.payment_review,
  rejected: m.payment_rejected,
  expired: m.payment_expired,
  refunded: m.payment_refunded,
  charged_back: m.payment_disputed,
}

/** The text that each result page shows before the order is loaded. */
const DEFAULT_TEXTS: Record<PaymentResult, () => string> = {
  success: m.payment_success,
  pending: m.payment_pending,
  failure: m.payment_failure,
}

const TEXTS: Record<PaymentResult, Partial<Record<ShownOrderState, () => string>>> = {
  success: {
    ...COMMON_TEXTS,
    created: m.payment_success_waiting,
    pending: m.payment_success_pending,
    in_process: m.payment_success_waiting,
  },
  pending: { ...COMMON_TEXTS, approved: m.payment_now_done, created: m.payment_pending_created },
  failure: {
    ...COMMON_TEXTS,
    approved: m.payment_failure_done,
    pending: m.payment_failure_waiting,
    in_process: m.payment_failure_waiting,
    rejected: m.payment_failure,
  },
}

/**
 * Returns the text of a result page. MercadoPago chooses the page, but the order's state can differ from it, and the
 * text follows the order.
 * @returns `differsFromPage` is true if the heading of the page alone would mislead
 */
export function getPaymentStatusText(
  page: PaymentResult,
  state: ShownOrderState | undefined,
): { text: string; result: PaymentResult; differsFromPage: boolean } {
  if (!state) return { text: DEFAULT_TEXTS[page](), result: page, differsFromPage: false }
  const isUnpaid = page === 'failure' && state === 'created'
  const result = isUnpaid ? page : RESULT_OF_STATE[state]
  return {
    text: (TEXTS[page][state] ?? DEFAULT_TEXTS[page])(),
    result,
    differsFromPage: result !== page,
  }
}
