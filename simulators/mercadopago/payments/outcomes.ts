import type { CountrySettings } from '../country-settings.ts'
import type { PaymentStatus } from '../state/model.ts'

/** The payment outcomes that a buyer can choose on the hosted checkout page. */
export const PAYMENT_OUTCOMES = [
  'approved',
  'account_money',
  'in_process',
  'pending_cash',
  'rejected',
  'cancelled',
] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

/**
 * MercadoPago's codes for why a card was rejected.
 * Source: MercadoPago's documentation of payments.
 */
export const REJECTION_REASONS = [
  'cc_rejected_insufficient_amount',
  'cc_rejected_bad_filled_security_code',
  'cc_rejected_bad_filled_date',
  'cc_rejected_call_for_authorize',
  'cc_rejected_card_disabled',
  'cc_rejected_duplicated_payment',
  'cc_rejected_high_risk',
  'cc_rejected_max_attempts',
  'cc_rejected_other_reason',
] as const

interface InitialPaymentState {
  status: PaymentStatus
  detail: string
  method: string
  type: string
}

/** Returns the status and the payment method of a new payment that has this outcome. */
export function getInitialPaymentState(
  site: CountrySettings,
  outcome: PaymentOutcome,
  rejection: string,
): InitialPaymentState {
  const card = { method: 'visa', type: 'credit_card' }
  const money = { method: 'account_money', type: 'account_money' }
  const cash = { method: site.cashMethod, type: site.cashType }
  const beginnings: Record<PaymentOutcome, InitialPaymentState> = {
    approved: { status: 'approved', detail: 'accredited', ...card },
    account_money: { status: 'approved', detail: 'accredited', ...money },
    in_process: { status: 'in_process', detail: 'pending_contingency', ...card },
    pending_cash: { status: 'pending', detail: 'pending_waiting_payment', ...cash },
    rejected: { status: 'rejected', detail: rejection, ...card },
    cancelled: { status: 'cancelled', detail: 'by_payer', ...card },
  }
  return beginnings[outcome]
}
