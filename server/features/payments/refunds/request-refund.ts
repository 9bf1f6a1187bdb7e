import { randomUUID } from 'node:crypto'
import { sum } from '#contract/core/sum.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { findCreditsInUse } from '#server/features/orders/credit-queries.ts'
import { giveUpCreditsOf } from '#server/features/orders/replaced-orders.ts'
import { findOrderItems, findPayments, lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type IdempotentRequest, requireSameBody } from '#server/http/idempotency.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { moneyOf } from '../order-money.ts'
import { type PlannedRefund, type RefundedPart, planRefund } from './partial/plan-refund.ts'
import { findRefunds, findRequestDigest, insertRefund } from './queries.ts'

/** A request to refund a payment of an order. */
export interface RefundRequest {
  orderId: string
  /**
   * The id of the payment to refund. By default it is what paid the order, or else all that came in for the order.
   */
  paymentId?: string | undefined
  reason?: string | undefined
  /** The seller or admin; null if the buyer has withdrawn from the order. */
  requestedBy: number | null
}

/** A request to refund a part of the payment that paid an order, which clients may repeat. */
export interface PartRequest extends RefundRequest {
  amountMinor?: number | undefined
  itemIds?: number[] | undefined
  request: IdempotentRequest | undefined
}

/**
 * Stores the refund of all that is left of a payment and enqueues the job that sends it to the provider. Repeated
 * requests create only one refund. A withdrawal waits while another refund is under way.
 * @throws ApiError PAYMENT_NOT_FOUND if nothing was paid; PAYMENT_STATUS_ALREADY_SET if the payment was already
 * refunded; PAYMENT_STATUS_ALREADY_CHANGED if the payment was charged back; ERROR_REFUND_UNDER_WAY while the refund of
 * a part that somebody requested is not decided; ERROR_CREDIT_IN_USE while it counts for a pack of another order
 */
export async function requestRefund(tx: Transaction, request: RefundRequest): Promise<void> {
  const { order, payments } = await lockRefundable(tx, request)
  if (hasPaid(order, payments)) await requireNoCredit(tx, order)
  if (request.requestedBy !== null && (await isPartUnderWay(tx, order.id, payments)))
    throw new ApiError('ERROR_REFUND_UNDER_WAY')
  for (const { id } of payments)
    await insertRefundRequest(tx, payments, { paymentId: id, amountMinor: null }, request)
}

/**
 * Stores the refund of a part of the payment that paid an order, as `requestRefund` does for all that is left. A
 * repetition with the same idempotency key changes nothing.
 * @throws ApiError as `requestRefund` and `planRefund`; INVALID_DATA without an idempotency key, or if both an amount
 * and items are given
 */
export async function requestPart(tx: Transaction, part: PartRequest): Promise<void> {
  const { orderId, amountMinor, itemIds, request, paymentId } = part
  const wanted = toRefundedPart({ amountMinor, itemIds })
  if (wanted === undefined) return requestRefund(tx, part)
  if (!request) throw new ApiError('INVALID_DATA', 'a part without an idempotency key')
  await lockOrder(tx, orderId)
  const earlierDigest = await findRequestDigest(tx, orderId, request.key)
  if (earlierDigest !== undefined) return requireSameBody(request, earlierDigest)

  const { order, payments } = await lockRefundable(tx, part)
  if (order.state !== 'approved' || !hasPaid(order, payments))
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', `a part of payment ${paymentId}`)
  const undecided = await findUndecided(tx, orderId, payments)
  if (undecided.length > 0) throw new ApiError('ERROR_REFUND_UNDER_WAY')
  const items = await findOrderItems(tx, orderId)
  const refunds = planRefund(wanted, payments, items, order.currency)
  await requireNoCredit(tx, order, wanted, payments)
  for (const planned of refunds)
    await insertRefundRequest(tx, payments, planned, {
      ...part,
      ...(planned.amountMinor !== null && itemIds && { itemIds }),
      requestKey: request.key,
      requestDigest: request.digest,
    })
}

/** Tells whether one of these payments has paid the order. */
const hasPaid = (order: OrderRow, payments: readonly PaymentRow[]): boolean =>
  payments.some(({ id, isPart }) => isPart || id === order.approvedPaymentId)

/**
 * Requires that what is refunded counts for no pack that another order completes. Such an order is given up if its
 * buyer has not tried to pay it. Of an amount, what counts must be left.
 * @param part undefined for all that is left of the payments
 * @throws ApiError ERROR_CREDIT_IN_USE
 */
async function requireNoCredit(
  tx: Transaction,
  { id: orderId }: OrderRow,
  part?: RefundedPart,
  payments: readonly PaymentRow[] = [],
): Promise<void> {
  if ((await findCreditsInUse(tx, [orderId])).length === 0) return
  await giveUpCreditsOf(tx, orderId)
  const credits = await findCreditsInUse(tx, [orderId])
  const counting = sum(credits.map(({ amountMinor }) => amountMinor))
  const left = sum(payments.map(({ amountMinor, refundedMinor }) => amountMinor - refundedMinor))
  const isFree =
    part === undefined
      ? credits.length === 0
      : 'itemIds' in part
        ? credits.every(({ itemId }) => !part.itemIds.includes(itemId))
        : part.amountMinor <= left - counting
  if (!isFree) throw new ApiError('ERROR_CREDIT_IN_USE', credits.map(({ number }) => number).join())
}

/** Returns what a request asks to refund; undefined if it is all that is left. */
function toRefundedPart({
  amountMinor,
  itemIds,
}: Pick<PartRequest, 'amountMinor' | 'itemIds'>): RefundedPart | undefined {
  if (amountMinor !== undefined && itemIds !== undefined)
    throw new ApiError('INVALID_DATA', 'an amount and items')
  if (amountMinor !== undefined) return { amountMinor }
  return itemIds && { itemIds }
}

/** Locks an order and finds what a refund of it returns: a payment, or those that together paid the order. */
async function lockRefundable(
  tx: Transaction,
  { orderId, paymentId }: RefundRequest,
): Promise<{ order: OrderRow; payments: PaymentRow[] }> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  const attempts = await findPayments(tx, orderId)
  const { paying, surplus, refundable } = moneyOf(order, attempts)
  const selected = attempts.find(({ id }) => id === (paymentId ?? order.approvedPaymentId))
  // The payments that together paid the order are refunded together.
  const payments =
    paymentId === undefined
      ? refundable
      : selected?.isPart
        ? paying
        : [...paying, ...surplus].filter(({ id }) => id === paymentId)
  if (payments.length === 0) throw notRefundableError(selected ?? attempts[0])
  return { order, payments }
}

async function findUndecided(tx: Transaction, orderId: string, payments: PaymentRow[]) {
  const ids = new Set(payments.map(({ id }) => id))
  const refunds = await findRefunds(tx, [orderId])
  return refunds.filter(
    ({ paymentId, state }) => ids.has(paymentId) && (state === 'requested' || state === 'sent'),
  )
}

async function isPartUnderWay(
  tx: Transaction,
  orderId: string,
  payments: PaymentRow[],
): Promise<boolean> {
  const undecided = await findUndecided(tx, orderId, payments)
  return undecided.some(({ amountMinor }) => amountMinor !== null)
}

async function insertRefundRequest(
  tx: Transaction,
  payments: PaymentRow[],
  { paymentId, amountMinor }: PlannedRefund,
  {
    orderId,
    requestedBy,
    reason,
    ...part
  }: RefundRequest & {
    itemIds?: number[] | undefined
    requestKey?: string
    requestDigest?: string
  },
): Promise<void> {
  const payment = payments.find(({ id }) => id === paymentId)!
  const id = randomUUID()
  const isInserted = await insertRefund(tx, {
    id,
    orderId,
    paymentId,
    requestedBy,
    reason: reason || null,
    amountMinor,
    refundedBeforeMinor: amountMinor === null ? null : payment.refundedMinor,
    itemIds: part.itemIds ?? null,
    requestKey: part.requestKey ?? null,
    requestDigest: part.requestDigest ?? null,
  })
  if (!isInserted) return
  await recordOrderEvent(tx, orderId, 'refund_requested', {
    paymentId,
    amountMinor: amountMinor ?? payment.amountMinor - payment.refundedMinor,
    ...(reason && { note: reason }),
  })
  await enqueue(tx, refundPaymentJob, { refundId: id })
}

function notRefundableError(payment: PaymentRow | undefined): ApiError {
  const status = payment && toPaymentStatus(payment.status)
  if (status === 'refunded') return new ApiError('PAYMENT_STATUS_ALREADY_SET', 'refunded')
  if (status === 'charged_back')
    return new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'charged back')
  return new ApiError('PAYMENT_NOT_FOUND', 'nothing to give back')
}
