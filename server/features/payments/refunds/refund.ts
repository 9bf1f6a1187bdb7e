import { randomUUID } from 'node:crypto'
import type { RefundRefusal } from '#contract/sales/order.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type SellerAccount, withSellerToken } from '#server/features/payment-accounts/service.ts'
import {
  type OrderRow,
  type PaymentRow,
  findOrder,
  findPayments,
  lockOrder,
  notifySeller,
  recordOrderEvent,
  toPaymentStatus,
} from '#server/features/orders/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { fetchAndApplyPayment } from '../apply-payment.ts'
import type { PaymentsDeps } from '../deps.ts'
import { refundPaymentJob } from '../job-kinds.ts'
import { enqueueAdminEmail } from '../review/admin-email.ts'
import { clearPaymentInformed, findUnmatchedPayment } from '../unmatched/queries.ts'
import {
  type RefundRow,
  findRefund,
  insertRefund,
  markRefundRefused,
  markRefundSent,
} from './queries.ts'

/** A request to refund a payment of an order. */
export interface RefundRequest {
  orderId: string
  /**
   * The id of the payment to refund. By default it is the payment that paid the order, or else the order's refundable
   * payment.
   */
  paymentId?: string | undefined
  reason?: string | undefined
  /** The seller or admin; null if the buyer has withdrawn from the order. */
  requestedBy: number | null
}

/** Tells whether a payment can be refunded: its money has arrived in the account that the order was made for. */
export function isRefundable(payment: PaymentRow, order: OrderRow): boolean {
  const status = toPaymentStatus(payment.status)
  return (
    (status === 'approved' || status === 'in_mediation') &&
    payment.collectorId === order.collectorId
  )
}

/**
 * Stores a refund and enqueues the job that sends it to the provider. Repeated requests create only one refund.
 * @throws ApiError PAYMENT_NOT_FOUND if nothing was paid; PAYMENT_STATUS_ALREADY_SET if the payment was already
 * refunded; PAYMENT_STATUS_ALREADY_CHANGED if the payment was charged back
 */
export async function requestRefund(
  tx: Transaction,
  { orderId, paymentId, reason, requestedBy }: RefundRequest,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
  const payments = await findPayments(tx, orderId)
  const payment = selectPayment(order, payments, paymentId)
  if (!payment || !isRefundable(payment, order)) throw notRefundableError(payment)
  // The payments that together paid the order are refunded together.
  const parts = payments.filter(({ isPart }) => payment.isPart && isPart)
  for (const refundable of parts.length === 0 ? [payment] : parts)
    if (isRefundable(refundable, order))
      await insertRefundRequest(tx, refundable, { orderId, reason, requestedBy })
}

async function insertRefundRequest(
  tx: Transaction,
  payment: PaymentRow,
  { orderId, reason, requestedBy }: Omit<RefundRequest, 'paymentId'>,
): Promise<void> {
  const id = randomUUID()
  const refund = { id, orderId, paymentId: payment.id, requestedBy, reason: reason || null }
  if (!(await insertRefund(tx, refund))) return
  await recordOrderEvent(tx, orderId, 'refund_requested', {
    paymentId: payment.id,
    amountMinor: payment.amountMinor - payment.refundedMinor,
    note: reason || null,
  })
  await enqueue(tx, refundPaymentJob, { refundId: id })
}

function selectPayment(
  order: OrderRow,
  attempts: PaymentRow[],
  paymentId: string | undefined,
): PaymentRow | undefined {
  const selectedId = paymentId ?? order.approvedPaymentId
  if (selectedId !== null) return attempts.find(({ id }) => id === selectedId)
  return attempts.find(attempt => isRefundable(attempt, order)) ?? attempts[0]
}

function notRefundableError(payment: PaymentRow | undefined): ApiError {
  const status = payment && toPaymentStatus(payment.status)
  if (status === 'refunded') return new ApiError('PAYMENT_STATUS_ALREADY_SET', 'refunded')
  if (status === 'charged_back')
    return new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'charged back')
  return new ApiError('PAYMENT_NOT_FOUND', 'nothing to give back')
}

/**
 * Sends a refund to the provider with the refund's id as the idempotency key, or reads a refund that was sent earlier,
 * then reads the payment again. The refund is done only if the provider reports the payment as refunded. If the
 * provider has not decided the refund yet, it is read again later.
 * @throws Error while the outcome is unknown, so that the job is retried
 */
export async function performRefund(deps: PaymentsDeps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId)
  if (!refund || refund.state === 'done' || refund.state === 'refused') return
  const { orderId, paymentId } = refund
  const order = orderId === null ? undefined : await findOrder(deps.db, orderId)
  const seller = order ?? (await findUnmatchedPayment(deps.db, paymentId))
  if (!seller) return
  const outcome = await sendOrReadRefund(deps, seller, refund)
  if (outcome !== 'account_unreadable') await fetchAndApplyPayment(deps, seller, paymentId)
  const refundAfterRead = await findRefund(deps.db, refundId)
  if (refundAfterRead?.state === 'done') return
  if (outcome === 'pending') {
    const ageMs = Date.now() - refund.createdAt.getTime()
    if (ageMs > MAX_PENDING_MS) throw new Error(`refund ${refundId} is pending for too long`)
    const delayMs = Math.min(Math.max(ageMs, MIN_READ_DELAY_MS), MAX_READ_DELAY_MS)
    await enqueue(
      deps.db,
      refundPaymentJob,
      { refundId },
      { runAt: new Date(Date.now() + delayMs) },
    )
    return
  }
  if (outcome === 'done') throw new Error(`refund ${refundId} is not part of its payment yet`)
  await runTransaction(deps.db, tx =>
    recordRefusal(deps, tx, order, { refundId, paymentId, refusal: outcome }),
  )
}

/**
 * The delay until a pending refund is read again is its age, within these limits in milliseconds: a minute and a day.
 */
const MIN_READ_DELAY_MS = 60_000
const MAX_READ_DELAY_MS = 86_400_000
/** After 30 days the job of a pending refund fails, so that an admin sees it. */
const MAX_PENDING_MS = 30 * 86_400_000

/**
 * Sends a requested refund to the provider, or reads one that was already sent.
 * @returns the provider's decision, or why the provider refused the refund
 * @throws ProviderError if the call failed and may succeed later
 */
async function sendOrReadRefund(
  deps: PaymentsDeps,
  seller: SellerAccount,
  { id, state, paymentId, providerRefundId }: RefundRow,
): Promise<'pending' | 'done' | RefundRefusal> {
  try {
    const refund = await withSellerToken(deps.paymentAccounts, seller, accessToken =>
      state === 'sent' && providerRefundId !== null
        ? deps.provider.readRefund(accessToken, paymentId, providerRefundId)
        : deps.provider.refundPayment(accessToken, paymentId, id),
    )
    if (state === 'requested') await markRefundSent(deps.db, id, refund.id)
    return refund.state === 'rejected' ? 'not_allowed' : refund.state
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    deps.log.warn({ err: error, refund: id, refusal }, 'refund refused')
    return refusal
  }
}

/**
 * The provider's error codes for a payment that is too old to be refunded.
 * Source: the provider's facts, refunds.
 */
const TOO_OLD_CODES = ['2024', '15016']

function readRefusal(error: unknown): RefundRefusal | undefined {
  if (error instanceof ApiError) return 'account_unreadable'
  if (!(error instanceof ProviderError)) return undefined
  switch (error.fault) {
    case 'unauthorized':
      return 'account_unreadable'
    case 'not_found':
      return 'not_found'
    case 'refused':
      return error.codes.some(code => TOO_OLD_CODES.includes(code)) ? 'too_old' : 'not_allowed'
    default:
      return undefined
  }
}

async function recordRefusal(
  deps: PaymentsDeps,
  tx: Transaction,
  order: OrderRow | undefined,
  { refundId, paymentId, refusal }: { refundId: string; paymentId: string; refusal: RefundRefusal },
): Promise<void> {
  if (!(await markRefundRefused(tx, refundId, refusal))) return
  if (!order) {
    await clearPaymentInformed(tx, paymentId)
    await enqueueAdminEmail(tx)
    return
  }
  await recordOrderEvent(tx, order.id, 'refund_refused', { paymentId, refusal })
  await notifySeller(deps, tx, order, {
    kind: 'refund_refused',
    dedupeKey: `refund_refused:${refundId}`,
    refusal,
  })
}
