import type { RejectionReason } from '#contract/orders/orders.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const TEXTS: Record<RejectionReason, Text> = {
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

/** Returns a sentence that tells a buyer why a payment was rejected and what to do. */
export function rejectionText(reason: RejectionReason, locale: Locale): string {
  return TEXTS[reason]({}, { locale })
}
