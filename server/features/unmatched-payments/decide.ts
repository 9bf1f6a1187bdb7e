import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { isMoneyHeld, toPaymentStatus } from '#server/features/orders/rules/payment-state.ts'
import { refundPaymentJob } from '#server/features/payments/job-kinds.ts'
import { insertRefund } from '#server/features/payments/refunds/queries.ts'
import { requireUnmatched } from './examine.ts'
import {
  type UnmatchedPaymentRow,
  findUnmatchedPayment,
} from '#server/features/payments/unmatched-queries.ts'
import type { Context } from '#server/context.ts'
import {
  findRefundsOfPayments,
  lockLostOrder,
  lockUnmatchedPayment,
  markDismissed,
} from './queries.ts'

/**
 * Stores the refund of a payment that matches no order, enqueues the job that sends it to the provider, and notifies
 * the seller. Repeated requests create only one refund.
 * @throws ApiError as `requireUnmatched`; PAYMENT_STATUS_ALREADY_CHANGED if the buyer has the money back
 */
export async function refundUnmatchedPayment(
  { notify }: Context,
  tx: Transaction,
  {
    paymentId,
    reason,
    requestedBy,
  }: { paymentId: string; reason?: string | undefined; requestedBy: number },
): Promise<void> {
  const row = await lockForDecision(tx, paymentId)
  if (!isMoneyHeld(toPaymentStatus(row.status)))
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', row.status)
  const id = randomUUID()
  const refund = { id, orderId: null, paymentId, requestedBy, reason: reason || null }
  if (!(await insertRefund(tx, refund))) return
  await enqueue(tx, refundPaymentJob, { refundId: id })
  await notify(tx, row.sellerId, {
    kind: 'unmatched_refund',
    dedupeKey: `unmatched_refund:${paymentId}`,
    data: {
      paymentId,
      amountMinor: row.amountMinor - row.refundedMinor,
      currency: row.currency,
    },
  })
}

/**
 * Takes a payment off the list of those that match no order.
 * @throws ApiError as `requireUnmatched`; PAYMENT_STATUS_ALREADY_CHANGED while its refund is under way
 */
export async function dismissUnmatchedPayment(tx: Transaction, paymentId: string): Promise<void> {
  await lockForDecision(tx, paymentId)
  const [refund] = await findRefundsOfPayments(tx, [paymentId])
  if (refund && refund.state !== 'refused')
    throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'a refund is under way')
  await markDismissed(tx, paymentId)
}

/** Locks a payment, and waits for decisions about other payments of the same order. */
async function lockForDecision(tx: Transaction, paymentId: string): Promise<UnmatchedPaymentRow> {
  const stored = await findUnmatchedPayment(tx, paymentId)
  if (!stored) return requireUnmatched(tx, undefined)
  await lockLostOrder(tx, stored.orderId)
  return requireUnmatched(tx, await lockUnmatchedPayment(tx, paymentId))
}
