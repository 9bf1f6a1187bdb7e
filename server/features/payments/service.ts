/** This module exports the functions and types of the payments feature that other features may import. */
export type { PaymentsDeps } from './deps.ts'

// These functions request refunds and tell which payments are refundable.
export { type PartRequest, requestPart, requestRefund } from './refunds/request-refund.ts'
export { isRefundable, moneyOf } from './order-money.ts'
export { computeItemsAmount } from './refunds/partial/plan-refund.ts'
export { isLargeRefund, isLargeUnmatchedRefund } from './refunds/large-refund.ts'
export { type RefundRow, findRefunds, selectSellersOfRefusedSurplus } from './refunds/queries.ts'
export { cancelPendingPayments, closePaymentPage } from './refunds/cancel-payments.ts'

// These functions read and decide orders that wait for an admin's decision.
export {
  type OrderUnderReview,
  countOrdersInReview,
  findOrderForReview,
  findOrdersInReview,
  searchOrders,
} from './review/queries.ts'
export {
  deliverReviewedOrder,
  dismissReview,
  findDeliverablePayments,
  isDismissable,
} from './review/decide-review.ts'
export { releaseHold } from './review/release-hold.ts'
export { enqueueUnreadableOrders } from './review/review-unreadable.ts'

// These functions sum the marketplace's commission from the ledger.
export {
  findCommissionDifferences,
  findRefundedSales,
  hasCommissionBefore,
  sumCommissionByMonth,
} from './ledger/commission-queries.ts'

// These functions decide about payments that match no order.
export { type Examination, examinePayment } from './unmatched/examine.ts'
export { dismissUnmatchedPayment, refundUnmatchedPayment } from './unmatched/decide.ts'
export { rebuildOrder } from './unmatched/rebuild.ts'
export { parseProductId } from './unmatched/plan-order.ts'
export {
  type UnmatchedPaymentRow,
  findRefundsOfPayments,
  findWaitingPayments,
} from './unmatched/queries.ts'
