/** This module exports the functions and types of the orders feature that other features may import. */
export type { OrdersDeps } from './deps.ts'

// These functions read and change orders and their history.
export {
  type OrderRow,
  type PaymentRow,
  findOrder,
  findOrderItems,
  findPayments,
  hasSold,
  isOrderId,
  lockOrder,
  refreshSaleState,
  runOrderTransaction,
  transitionOrder,
} from './queries.ts'
export { type Audience, recordOrderEvent } from './events/record.ts'

// These are the rules for the states of orders and payments.
export {
  type OrderState,
  ORDER_TRANSITIONS,
  computeNextReconciliation,
  deriveShownOrderState,
  findDecisiveAttempt,
  findMismatch,
  isLastReconciliation,
  isMoneyHeld,
  isMoneyReturned,
  isPaymentPending,
  toPaymentStatus,
} from './payment-rules/payment-state.ts'

// These are the rules for payments that together pay an order.
export { combineStatuses, findPartsOfTotal, mayBePart } from './payment-rules/payment-parts.ts'

// These types of payment methods are vouchers.
export { VOUCHER_TYPES } from './order-detail.ts'

// This condition tells whether an order may be paid on its payment page.
export { acceptsPayments } from './checkout/accepts-payments.ts'

// This function finds the order that a buyer's link belongs to.
export { getOrderByToken } from './order.ts'

// These functions create an order.
export { insertOrder } from './checkout/queries.ts'
export { computeOrderExpiry } from './checkout/checkout.ts'

// These functions complete the emails to buyers, and keep which of them were refused.
export { createBuyerMails } from './buyer-emails/buyer-mails.ts'
export { writeBuyerEmail } from './events/buyer-email.ts'
export { type MailAnswer, findMailAnswers, findMailRefusal } from './mail-reports.ts'

// These functions change the email address of an order.
export {
  addAddressChange,
  findChangeRule,
  requestAddressChange,
} from './address-change/address-change.ts'
export { purgeAddressChanges } from './address-change/queries.ts'

// These functions close the downloads of an order and open them again.
export { canCloseAccess, canResendDelivery, serializeAccessClosing } from './access/access-rules.ts'
export { closeAccess, openAccess, wasOpenedByAdmin } from './access/change-access.ts'

// These functions deliver orders and inform their buyers and sellers.
export { deliverOrder, resendDelivery } from './delivery/delivery.ts'
export {
  closeGrants,
  closeRefundedItems,
  closeWithdrawnGrants,
  openWithdrawnGrants,
  reopenGrants,
} from './delivery/queries.ts'
export { recordAttempt } from './events/attempt.ts'
export { buildReceipt } from './delivery/receipt.ts'
export { toPdfText } from './receipts/pdf-text.ts'
export { eraseTaxData } from './receipts/queries.ts'
export { buildOrderLink } from './order-token.ts'

// The product reviews feature handles this job, and records its email.
export { remindOfReviewsJob } from './job-kinds.ts'
export { insertOrderEmail } from './buyer-emails/queries.ts'

// The payments feature handles these jobs.
export {
  enqueueInfectedClosing,
  enqueuePreferenceExpiry,
  enqueueReconciliation,
  expireSellerPreferencesJob,
  reconcileOrderJob,
} from './job-kinds.ts'

// This function deletes personal data that is no longer needed.
export { purgeAbandonedAddresses } from './purge-addresses.ts'
