import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options?: { locale: Locale }) => string

const TEXTS: Record<string, Text> = {
  pending: m.pay_status_pending,
  in_process: m.pay_status_in_process,
  authorized: m.pay_status_authorized,
  approved: m.pay_status_approved,
  rejected: m.pay_status_rejected,
  cancelled: m.pay_status_cancelled,
  refunded: m.pay_status_refunded,
  charged_back: m.pay_status_charged_back,
  in_mediation: m.pay_status_in_mediation,
}

/**
 * Returns the text for a payment status of MercadoPago. Unknown statuses get a general text.
 * @param locale the language, by default that of the page
 */
export function paymentStatusText(status: string, locale?: Locale): string {
  return (TEXTS[status] ?? m.pay_status_other)({}, locale && { locale })
}
