import type { PaymentsDeps } from '#server/features/payments/deps.ts'

/** The dependencies of the withdrawals feature, assembled in `server/app.ts`. */
export type WithdrawalsDeps = PaymentsDeps
