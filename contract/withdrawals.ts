/**
 * What the right of withdrawal covers: `always` every order within the period; `until_download` only files that the
 * buyer has not downloaded yet.
 */
export const WITHDRAWAL_SCOPES = ['always', 'until_download'] as const
export type WithdrawalScope = (typeof WITHDRAWAL_SCOPES)[number]

/** The right of buyers to withdraw from an order, as this installation grants it. */
export interface WithdrawalTerms {
  /** The length of the period in calendar days after the delivery. */
  days: number
  scope: WithdrawalScope
}

/** The limits of the setting WITHDRAWAL_DAYS. */
export const WITHDRAWAL_DAYS = { min: 2, max: 60 } as const
