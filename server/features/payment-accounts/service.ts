/** This module exports the functions and types of the payment-accounts feature that other features may import. */
export type { PaymentAccountsDeps } from './deps.ts'

// These functions read and change the state of a seller's payment account.
export {
  canSellerBePaid,
  unlinkWithoutNotification,
  findSellerByCollector,
  requireAccountConfirmation,
  getPaymentAccount,
} from './account.ts'
export { resumeReplacement } from './replacement/replacement.ts'
export { type PaymentAccountRow, matchesCurrentAccount } from './queries.ts'

// These functions choose the payment account that a new order is paid into.
export { type SellerAccount, refreshExpiringTokens, requireLinkedAccount } from './tokens.ts'

// These functions call the payment provider with a seller's token.
export { withAccountToken, withSellerToken } from './tokens.ts'

// This function handles webhook events about a seller's authorization.
export { handleRevocation } from './account.ts'
