import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const TEXTS: Record<string, Text> = {
  credit_card: m.pay_method_credit_card,
  debit_card: m.pay_method_debit_card,
  prepaid_card: m.pay_method_prepaid_card,
  ticket: m.pay_method_ticket,
  atm: m.pay_method_ticket,
  bank_transfer: m.pay_method_transfer,
  account_money: m.pay_method_account,
  digital_wallet: m.pay_method_account,
}

/** Returns the name of a payment method by MercadoPago's type of it. Unknown types get a general text. */
export function paymentMethodText(methodType: string | null, locale: Locale): string {
  return (TEXTS[methodType ?? ''] ?? m.pay_method_other)({}, { locale })
}
