import { sum } from '#contract/core/sum.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import {
  findPayments,
  lockOrder,
  findOrderItems,
  transitionOrder,
} from '#server/features/orders/queries.ts'
import { deliverOrder } from '#server/features/orders/delivery/delivery.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import { bookPayments } from '../ledger/book-payments.ts'
import { combineStoredParts } from '../combine-parts.ts'
import { moneyOf } from '../order-money.ts'
import { clearRefundDue, dismissPayments, markLeftoversDue, saveParts } from '../queries.ts'
import { type RefundRow, findRefunds } from '../refunds/queries.ts'
import { saveSettlement } from '../settlement.ts'
import { acceptAmount } from './accept-amount.ts'

/** The differences that no admin can accept: test money, and money that another account received. */
const UNACCEPTABLE_PROBLEMS: ReadonlySet<string> = new Set(['not_live_mode', 'another_collector'])
/** The differences of payments that can be the parts of a total. */
const PART_PROBLEMS: ReadonlySet<string> = new Set([
  'another_amount',
  'coupon_used_up',
  'credit_used_up',
])

/**
 * Finds the payments with which an admin may deliver an order. They are approved, were neither refunded nor is their
 * refund under way, and the seller has received them. Of several, it is the first that is enough for the order. If none
 * is, all of them together count, such as two cards of which one was charged too little, unless they are more than the
 * total.
 */
export function findDeliverablePayments(
  order: OrderRow,
  payments: PaymentRow[],
  refunds: RefundRow[],
): PaymentRow[] {
  if (order.state === 'approved' || order.heldAt !== null) return []
  const kept = moneyOf(order, payments).held.filter(
    ({ id, status, problem, refundedMinor }) =>
      status === 'approved' &&
      refundedMinor === 0 &&
      !UNACCEPTABLE_PROBLEMS.has(problem ?? '') &&
      !refunds.some(({ paymentId, state }) => paymentId === id && state !== 'refused'),
  )
  const sufficient = kept.find(({ amountMinor }) => amountMinor >= order.totalMinor)
  if (sufficient) return [sufficient]
  const parts = kept.filter(({ problem }) => PART_PROBLEMS.has(problem ?? ''))
  return parts.length > 1 && sumAmounts(parts) <= order.totalMinor ? parts : kept.slice(0, 1)
}

const sumAmounts = (payments: PaymentRow[]): number =>
  sum(payments.map(({ amountMinor }) => amountMinor))

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
 * Delivers an order in review with the payments that came in, although they differ from the agreed terms.
 * @throws ApiError PAYMENT_NOT_FOUND if there is no such order or no payment that was kept; PAYMENT_STATUS_ALREADY_SET
 * if the order is already delivered; PAYMENT_STATUS_ALREADY_CHANGED if it is on hold
 */
export async function deliverReviewedOrder(
  tx: Transaction,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  const order = await requireOrder(tx, orderId)
  if (order.state === 'approved') throw new ApiError('PAYMENT_STATUS_ALREADY_SET', 'delivered')
  if (order.heldAt !== null) throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'held')
  const payments = await findPayments(tx, orderId)
  const payers = findDeliverablePayments(order, payments, await findRefunds(tx, [orderId]))
  const [payment] = payers
  if (!payment) throw new ApiError('PAYMENT_NOT_FOUND', 'no payment was kept')
  const paymentId = payment.id
  const payerIds = payers.map(({ id }) => id)
  const amountMinor = sumAmounts(payers)
  const agreedMinor = order.totalMinor
  await recordOrderEvent(tx, orderId, 'accepted', {
    paymentId,
    amountMinor,
    agreedMinor,
    note: reason,
  })
  const accepted = await acceptAmount(tx, order, { amountMinor, currency: payment.currency })
  await transitionOrder(tx, order, 'approved', {
    approvedAt: new Date(),
    approvedPaymentId: paymentId,
    reviewReason: null,
    nextCheckAt: null,
  })
  if (payers.length > 1) await saveParts(tx, orderId, payerIds)
  await markLeftoversDue(tx, orderId, paymentId)
  await clearRefundDue(tx, paymentId)
  const items = await findOrderItems(tx, orderId)
  const payer = payers.length > 1 ? combineStoredParts(payers) : payment
  await saveSettlement(tx, accepted, items, payer)
  await bookPayments(tx, payerIds)
  await recordOrderEvent(tx, orderId, 'approved')
  await deliverOrder(tx, accepted, items, paymentId)
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
  const wasRefunded = payments.some(({ status }) => status === 'refunded')
  const to = order.state === 'review' ? (wasRefunded ? 'refunded' : 'expired') : order.state
  // A buyer whose payments all went back was told of the refunds.
  const isNews = order.state === 'review' && (to === 'expired' || payments.some(isDismissed))
  await recordOrderEvent(tx, orderId, 'dismissed', { note: reason }, isNews ? 'all' : 'nobody')
  await transitionOrder(tx, order, to, { reviewReason: null, heldAt: null })
}

/** Tells whether the decision concerns a payment, which stays with the seller. */
const isDismissed = ({ status, dismissedAt, problem, refundDue }: PaymentRow): boolean =>
  status === 'approved' && dismissedAt === null && (problem !== null || refundDue)

async function requireOrder(tx: Transaction, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  return order
}
