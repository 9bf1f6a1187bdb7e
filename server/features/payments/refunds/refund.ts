import { randomUUID } from 'node:crypto'
import type { RefundRefusal } from '#contract/sales/order.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { withSellerToken } from '#server/features/payment-accounts/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import { refundPaymentJob } from '#server/features/orders/job-kinds.ts'
import { toPaymentStatus } from '#server/features/orders/payment-state.ts'
import {
  type OrderRow,
  type PaymentRow,
  findOrder,
  findPayments,
  lockOrder,
  recordOrderEvent,
} from '#server/features/orders/queries.ts'
import { fetchAndApplyPayment } from '../reconcile.ts'
import { notifySeller } from '#server/features/orders/seller-notification.ts'
import { findRefund, insertRefund, markRefundSent, markRefundRefused } from './queries.ts'

/** Who asks for a refund, and of what. */
export interface RefundRequest {
  orderId: string
  /** None: the payment that bought the order, or the one that waits for a decision. */
  paymentId?: string | undefined
  reason?: string | undefined
  requestedBy: number
}

/** Money that is there to give back. */
export function isRefundable(payment: PaymentRow, order: OrderRow): boolean {
  const status = toPaymentStatus(payment.status)
  return (
    (status === 'approved' || status === 'in_mediation') &&
    payment.collectorId === order.collectorId
  )
}

/**
 * Notes that a payment is to be given back; a job does it. Asking twice is one refund.
 * @throws ApiError PAYMENT_NOT_FOUND where nothing was paid; PAYMENT_STATUS_ALREADY_SET where it went back;
 *   PAYMENT_STATUS_ALREADY_CHANGED after a chargeback
 */
export async function requestRefund(
  tx: Transaction,
  { orderId, paymentId, reason, requestedBy }: RefundRequest,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  const payment = wanted(order, await findPayments(tx, orderId), paymentId)
  if (!payment || !isRefundable(payment, order)) throw refusalOf(payment)
  const id = randomUUID()
  const asked = { id, orderId, paymentId: payment.id, requestedBy, reason: reason || null }
  if (!(await insertRefund(tx, asked))) return
  await recordOrderEvent(tx, orderId, 'refund_requested', {
    paymentId: payment.id,
    amountMinor: payment.amountMinor - payment.refundedMinor,
    note: reason || null,
  })
  await enqueue(tx, refundPaymentJob, { refundId: id })
}

/** The payment that is meant. */
function wanted(
  order: OrderRow,
  attempts: PaymentRow[],
  paymentId: string | undefined,
): PaymentRow | undefined {
  const named = paymentId ?? order.approvedPaymentId
  if (named !== null) return attempts.find(({ id }) => id === named)
  return attempts.find(attempt => isRefundable(attempt, order)) ?? attempts[0]
}

function refusalOf(payment: PaymentRow | undefined): ApiError {
  const status = payment && toPaymentStatus(payment.status)
  if (status === 'refunded') return new ApiError('PAYMENT_STATUS_ALREADY_SET', 'refunded')
  if (status === 'charged_back')
    return new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'charged back')
  return new ApiError('PAYMENT_NOT_FOUND', 'nothing to give back')
}

/**
 * Gives a payment back at the provider, under the refund's own idempotency key, then reads the payment afresh:
 * only what it says then is believed. Throws while it is not settled, so that it is looked at again.
 */
export async function performRefund(deps: OrdersDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.state === 'done' || refund.state === 'refused') return
  const order = await findOrder(deps.db, refund.orderId)
  if (!order) return
  const refusal =
    refund.state === 'requested' ? await send(deps, order, refund.paymentId, refundId) : undefined
  if (refusal !== 'account_unreadable') await fetchAndApplyPayment(deps, order, refund.paymentId)
  const after = await findRefund(deps.db, refundId)
  if (after?.state === 'done') return
  if (refusal === undefined) throw new Error(`refund ${refundId} is not settled yet`)
  await deps.db.transaction(tx =>
    refuse(deps, tx, order, { refundId, paymentId: refund.paymentId, refusal }),
  )
}

/** Why the provider did not take it, or undefined. Throws in trouble that may pass. */
async function send(
  deps: OrdersDeps,
  order: OrderRow,
  paymentId: string,
  refundId: string,
): Promise<RefundRefusal | undefined> {
  try {
    await withSellerToken(deps.sellers, order, accessToken =>
      deps.payments.refundPayment(accessToken, paymentId, refundId),
    )
  } catch (error) {
    const refusal = refusalIn(error)
    if (!refusal) throw error
    deps.log.warn({ err: error, order: order.id, refusal }, 'refund refused')
    return refusal
  }
  await markRefundSent(deps.db, refundId)
  return undefined
}

/** The provider's numbers for a payment that is too old. Source: the provider's facts, refunds. */
const TOO_OLD = ['2024', '15016']

function refusalIn(error: unknown): RefundRefusal | undefined {
  if (error instanceof ApiError) return 'account_unreadable'
  if (!(error instanceof ProviderError)) return undefined
  switch (error.fault) {
    case 'unauthorized':
      return 'account_unreadable'
    case 'not_found':
      return 'not_found'
    case 'refused':
      return error.codes.some(code => TOO_OLD.includes(code)) ? 'too_old' : 'not_allowed'
    default:
      return undefined
  }
}

async function refuse(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { refundId, paymentId, refusal }: { refundId: string; paymentId: string; refusal: RefundRefusal },
): Promise<void> {
  if (!(await markRefundRefused(tx, refundId, refusal))) return
  await recordOrderEvent(tx, order.id, 'refund_refused', { paymentId, refusal })
  await notifySeller(deps, tx, order, {
    kind: 'refund_refused',
    dedupeKey: `refund_refused:${refundId}`,
    refusal,
  })
}
