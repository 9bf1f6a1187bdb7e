/** What the orders feature offers to other features. */
export type { OrdersDeps } from './deps.ts'

// The order and its history
export {
  type OrderRow,
  type PaymentRow,
  findOrder,
  findOrderItems,
  findPayments,
  lockOrder,
  recordOrderEvent,
  refreshSaleState,
  transitionOrder,
} from './queries.ts'

// Rules of orders and their payments
export {
  type OrderState,
  type PaymentTerms,
  TRANSITIONS,
  computeNextCheck,
  deriveOrderView,
  findDecisiveAttempt,
  findMismatch,
  isPending,
  toPaymentStatus,
} from './payment-state.ts'

// Delivery
export { deliver, deliverAgain } from './delivery/delivery.ts'
export { closeGrants, reopenGrants } from './delivery/queries.ts'
export { notifySeller } from './seller-notification.ts'

// Jobs that the payments feature handles
export {
  enqueuePreferenceExpiry,
  enqueueReconciliation,
  expireSellerPreferencesJob,
  reconcileOrderJob,
} from './job-kinds.ts'
