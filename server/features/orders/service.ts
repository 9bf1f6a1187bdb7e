/** What the features above reach of the sales. */
export type { OrdersDeps } from './deps.ts'
export { serializeOrderEvent } from '../sales/timeline.ts'
export { serializePayments } from '../sales/payments.ts'
export { enqueueReconciliation } from './job-kinds.ts'
export { findDecisiveAttempt, deriveOrderView, toPaymentStatus } from './payment-state.ts'
export { releaseHold } from '../payments/review/release-hold.ts'
export { requestRefund } from '../payments/refunds/refund.ts'
export {
  findOrdersInReview,
  findOrderForReview,
  type OrderUnderReview,
} from '../payments/review/queries.ts'
