import { DAY_MS } from '#contract/core/time.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Transaction } from '#server/db/client.ts'
import { closeWithdrawnGrants, openWithdrawnGrants } from '#server/features/orders/grant-queries.ts'
import { findOrder, findPayments, lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { cancelPendingPayments } from '#server/features/payments/cancel-payments.ts'
import { findRefunds } from '#server/features/payments/refunds/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { updateSalesOf } from './closed-sales/close-sales.ts'
import { followWithdrawalJob } from './job-kinds.ts'
import {
  type WithdrawalRow,
  claimDueWithdrawals,
  deleteRequestsBefore,
  findItems,
  findWithdrawal,
  updateWithdrawal,
} from './queries.ts'
import { refundItems } from './refund-items.ts'
import { type Step, type WithdrawalSnapshot, findStep } from './rules/step.ts'

/** A withdrawal whose job was lost is examined again after this time. */
const POSTPONE_MS = 10 * 60_000
/** Requests of the public form are kept for this time. */
const REQUEST_RETENTION_MS = 60 * DAY_MS

/** Enqueues a job for every withdrawal that is due. */
export async function enqueueDueWithdrawals({ db }: Context): Promise<void> {
  await runTransaction(db, async tx => {
    for (const { orderId } of await claimDueWithdrawals(tx, POSTPONE_MS))
      await enqueue(
        tx,
        followWithdrawalJob,
        { orderId },
        { dedupeKey: `${followWithdrawalJob.kind}:${orderId}` },
      )
  })
}

export function purgeRequests({ db }: Context): Promise<void> {
  return deleteRequestsBefore(db, new Date(Date.now() - REQUEST_RETENTION_MS))
}

/**
 * Takes the withdrawal from an order one step further: cancels its payments, requests its refund again, or records how
 * it has ended. What it decides is decided under the lock of the order, so that a chargeback at the same time wins.
 */
export async function followWithdrawal(context: Context, orderId: string): Promise<void> {
  const waiting = await findWithdrawal(context.db, orderId)
  if (!waiting || waiting.endedAs !== null) return
  const isCancelRequested = waiting.kind === 'answer' || (await cancelPayments(context, orderId))
  await runTransaction(context.db, async tx => {
    const order = await lockOrder(tx, orderId)
    const withdrawal = await findWithdrawal(tx, orderId)
    if (!order || !withdrawal || withdrawal.endedAs !== null) return
    const payments = await findPayments(tx, orderId)
    const refunds = await findRefunds(tx, [orderId])
    const items = await findItems(tx, orderId)
    const areItemsRefunded = items.every(
      ({ id, isRefunded }) => isRefunded || !withdrawal.itemIds.includes(id),
    )
    const snapshot = {
      withdrawal,
      order,
      payments,
      refunds,
      areItemsRefunded,
      isCancelRequested,
    }
    await takeStep(tx, snapshot, findStep(snapshot, new Date()))
    // Most withdrawals never have a refusal, and change nothing about the sales.
    const { refusals } = (await findWithdrawal(tx, orderId))!
    if (refusals > 0) await updateSalesOf(context, tx, order.sellerId)
  })
}

/**
 * Cancels the pending payments of a withdrawn order.
 * @returns false if the provider or the seller's account cannot be reached
 */
async function cancelPayments(context: Context, orderId: string): Promise<boolean> {
  const order = await findOrder(context.db, orderId)
  if (!order) return false
  try {
    await cancelPendingPayments(context, order)
    return true
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ApiError)) throw error
    context.log.warn({ err: error, order: orderId }, 'the payments of a withdrawn order wait')
    return false
  }
}

async function takeStep(
  tx: Transaction,
  { withdrawal, order }: WithdrawalSnapshot,
  step: Step,
): Promise<void> {
  const { id, code } = withdrawal
  const event = { note: code, askedAt: withdrawal.askedAt.toISOString() }
  switch (step.type) {
    case 'wait':
      return updateWithdrawal(tx, id, { nextAt: step.until })
    case 'end':
      await updateWithdrawal(tx, id, {
        endedAs: step.as,
        endedAt: step.at ?? new Date(),
        nextAt: null,
      })
      if (order.state === 'approved')
        await openWithdrawnGrants(tx, order.id, { isHeld: order.heldAt !== null })
      if (step.as === 'failed') await recordOrderEvent(tx, order.id, 'withdrawal_failed', event)
      return
    case 'refused':
      await updateWithdrawal(tx, id, {
        refusals: withdrawal.refusals + 1,
        retryAt: step.retryAt,
        nextAt: step.retryAt,
      })
      await recordOrderEvent(tx, order.id, 'withdrawal_waiting', event)
      return
    case 'request_refund':
      await refundItems(tx, { orderId: order.id, code, itemIds: withdrawal.itemIds })
      return followSoon(tx, withdrawal)
    case 'grant_unanswered':
      await updateWithdrawal(tx, id, { decision: 'unanswered', decidedAt: new Date() })
      await closeWithdrawnGrants(tx, withdrawal.itemIds)
      await recordOrderEvent(tx, order.id, 'withdrawal_granted', { ...event, isAnswered: false })
      return followSoon(tx, withdrawal)
  }
}

function followSoon(tx: Transaction, { id }: WithdrawalRow): Promise<void> {
  return updateWithdrawal(tx, id, { nextAt: new Date() })
}
