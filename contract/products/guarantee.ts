import type { WithdrawalTerms } from '../withdrawals.ts'

/**
 * The number of calendar days of a seller's guarantee, during which a buyer gets the money back without an answer of
 * the seller. 0 is no guarantee. The maximum leaves time until MercadoPago refunds a payment no more, after 180 days.
 */
export const GUARANTEE_DAYS = { min: 2, max: 30 } as const

/** What a buyer of a product is promised, in calendar days after the delivery; 0 if there is nothing to promise. */
export interface ReturnPromise {
  /** The right of withdrawal, which ends with a download if the installation grants it until then. */
  legalDays: number
  /** The guarantee, which holds after a download too. */
  guaranteeDays: number
}

/**
 * Returns what has to be said about returning a product. A promise that another one contains is left out: a guarantee
 * that is not longer than an unconditional right of withdrawal, and a right of withdrawal that is not longer than the
 * guarantee.
 */
export function findReturnPromise(
  { days, scope }: WithdrawalTerms,
  guaranteeDays: number,
): ReturnPromise {
  const isContained = scope === 'always' && guaranteeDays <= days
  return {
    legalDays: guaranteeDays >= days && !isContained ? 0 : days,
    guaranteeDays: isContained ? 0 : guaranteeDays,
  }
}
