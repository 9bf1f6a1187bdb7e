/** The functions and types of the orders feature that other features may import. */
export type { OrdersDeps } from './deps.ts'

// Reading and changing orders and their history
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

// Rules for the states of orders and payments
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

// Delivering orders and notifying their sellers
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
