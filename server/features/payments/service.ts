/** What the payments feature offers to other features. */
export type { PaymentsDeps } from './deps.ts'

// Refunds
export { type RefundRequest, isRefundable, requestRefund } from './refunds/refund.ts'
export { type RefundRow, findRefunds } from './refunds/queries.ts'

// Orders that wait for an admin's decision
export { type OrderUnderReview, findOrderForReview, findOrdersInReview } from './review/queries.ts'
export { releaseHold } from './review/release-hold.ts'
