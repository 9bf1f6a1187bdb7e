import type { Transaction } from '#server/db/client.ts'
import {
  type OrderRow,
  type OrdersDeps,
  type PaymentRow,
  deliverOrder,
  findPayments,
  lockOrder,
  recordOrderEvent,
  transitionOrder,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { bookPayments } from '../ledger/book-payments.ts'
import { moneyOf } from '../order-money.ts'
import { clearRefundDue, dismissPayments, markLeftoversDue } from '../queries.ts'
import { type RefundRow, findRefunds } from '../refunds/queries.ts'
import { saveSettlement } from '../settlement.ts'
import { acceptAmount } from './accept-amount.ts'

/** The differences that no admin can accept: test money, and money that another account received. */
const UNACCEPTABLE_PROBLEMS: ReadonlySet<string> = new Set(['not_live_mode', 'another_collector'])

/**
 * Finds the payment with which an admin may deliver an order: it is approved, was neither refunded nor is its refund
 * under way, and the seller has received it.
 */
export function findDeliverablePayment(
  order: OrderRow,
  payments: PaymentRow[],
  refunds: RefundRow[],
): PaymentRow | undefined {
  if (order.state === 'approved' || order.heldAt !== null) return undefined
  return moneyOf(order, payments).held.find(
    ({ id, status, problem, refundedMinor }) =>
      status === 'approved' &&
      refundedMinor === 0 &&
      !UNACCEPTABLE_PROBLEMS.has(problem ?? '') &&
      !refunds.some(({ paymentId, state }) => paymentId === id && state !== 'refused'),
  )
}

/**
 * Tells whether an order can leave the list of reviews without a decision about money: it is in review, or a payment is
 * due for refund. A payment on the agreed terms that was not delivered must be delivered or refunded.
 */
export function isDismissable(order: OrderRow, payments: PaymentRow[]): boolean {
  const isDelivered = order.state === 'approved'
  if (isDelivered && order.heldAt !== null) return false
  const { held } = moneyOf(order, payments)
  const isPaid = held.some(({ problem }) => problem === null)
  if (!isDelivered && isPaid) return false
  const hasReason = order.state === 'review' || order.reviewReason === 'another_commission'
  return hasReason || order.heldAt !== null || held.some(isStillDue)
}

const isStillDue = ({ refundDue, status }: PaymentRow) => refundDue && status === 'approved'

/**
 * Delivers an order in review with the payment that came in, although it differs from the agreed terms.
 * @throws ApiError PAYMENT_NOT_FOUND if there is no such order or no payment that was kept; PAYMENT_STATUS_ALREADY_SET
 * if the order is already delivered; PAYMENT_STATUS_ALREADY_CHANGED if it is on hold
 */
export async function deliverReviewedOrder(
  deps: OrdersDeps,
  tx: Transaction,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  const order = await requireOrder(tx, orderId)
  if (order.state === 'approved') throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'delivered')
  if (order.heldAt !== null) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'held')
  const payments = await findPayments(tx, orderId)
  const payment = findDeliverablePayment(order, payments, await findRefunds(tx, [orderId]))
  if (!payment) throw new ApiError('PAYMENT_NOT_FOUND', 'no payment was kept')
  const { id: paymentId, amountMinor } = payment
  const agreedMinor = order.totalMinor
  await recordOrderEvent(tx, orderId, 'accepted', {
    paymentId,
    amountMinor,
    agreedMinor,
    note: reason,
  })
  const accepted = await acceptAmount(tx, order, payment)
  await transitionOrder(tx, order, 'approved', {
    approvedAt: new Date(),
    approvedPaymentId: paymentId,
    reviewReason: null,
    nextCheckAt: null,
  })
  await markLeftoversDue(tx, orderId, paymentId)
  await clearRefundDue(tx, paymentId)
  await saveSettlement(tx, accepted, payment)
  await bookPayments(tx, [paymentId])
  await recordOrderEvent(tx, orderId, 'approved')
  await deliverOrder(deps, tx, accepted)
}

/**
 * Ends the review of an order without a delivery and without a refund.
 * @throws ApiError PAYMENT_NOT_FOUND if no order has this id; PAYMENT_STATUS_ALREADY_CHANGED if it cannot be dismissed
 */
export async function dismissReview(
  tx: Transaction,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  const order = await requireOrder(tx, orderId)
  const payments = await findPayments(tx, orderId)
  if (!isDismissable(order, payments))
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'nothing to dismiss')
  await dismissPayments(tx, orderId)
  await recordOrderEvent(tx, orderId, 'dismissed', { note: reason })
  const wasRefunded = payments.some(({ status }) => status === 'refunded')
  const to = order.state === 'review' ? (wasRefunded ? 'refunded' : 'expired') : order.state
  await transitionOrder(tx, order, to, { reviewReason: null, heldAt: null })
}

async function requireOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return order
}
