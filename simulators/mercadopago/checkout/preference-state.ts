import type { Payment, Preference } from '../state/model.ts'

/**
 * Tells whether a preference cannot be paid because its payment period is over or has not begun.
 * @param now milliseconds since 1970
 */
export function isOutsidePaymentPeriod(preference: Preference, now: number): boolean {
  if (!preference.expires) return false
  const { expiration_date_from: from, expiration_date_to: to } = preference
  return (
    (to !== undefined && Date.parse(to) <= now) || (from !== undefined && Date.parse(from) > now)
  )
}

/** Tells whether the approved payments of a preference cover its total amount. */
export function isPreferencePaid(preference: Preference, payments: Payment[]): boolean {
  const approved = payments.filter(({ status }) => ['approved', 'in_mediation'].includes(status))
  const paid = approved.reduce((sum, payment) => sum + payment.transaction_amount, 0)
  return paid >= preference.total_amount
}
