/** What the payment-accounts feature offers to other features. */
export type { PaymentAccountsDeps } from './deps.ts'

// The state of a seller's account
export { canBePaid, closeSeller, findSellerByCollector, getPaymentAccount } from './account.ts'
export { type PaymentAccountRow, isCurrentAccountOf } from './queries.ts'

// Selling: the account a new order is paid into
export { type SellerAccount, refreshIfExpiring, requireLinkedAccount } from './tokens.ts'

// Calls to the provider with a seller's token
export { readOnlyToken, withAccountToken, withSellerToken } from './tokens.ts'

// Webhook events about the permission
export { handleRevocation } from './account.ts'
