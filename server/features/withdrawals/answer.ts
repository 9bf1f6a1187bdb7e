import type { SaleWithdrawal } from '#contract/withdrawals.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { lockOrder } from '#server/features/orders/queries.ts'
import { closeWithdrawnGrants } from '#server/features/orders/grant-queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { followWithdrawalJob } from './job-kinds.ts'
import {
  type WithdrawalRow,
  findWithdrawal,
  findWithdrawalsOfSeller,
  updateWithdrawal,
} from './queries.ts'
import { deriveState, isAnswerAwaited } from './rules/step.ts'

/** Lists a seller's withdrawals: those that await an answer first, by the time that is left, then the newest. */
export async function listSellerWithdrawals(
  { db }: Context,
  sellerId: number,
): Promise<{ withdrawals: SaleWithdrawal[] }> {
  const found = await findWithdrawalsOfSeller(db, sellerId)
  const withdrawals = found.map(({ withdrawal, order, productName, items, leftMinor }) => {
    const state = deriveState({ withdrawal, order })
    return {
      orderId: order.id,
      orderNumber: order.number,
      code: withdrawal.code,
      state,
      askedAt: withdrawal.askedAt.toISOString(),
      dueAt: state === 'asking' ? withdrawal.dueAt!.toISOString() : null,
      reason: withdrawal.reason,
      productName,
      items,
      totalMinor: order.totalMinor,
      leftMinor,
      currency: order.currency,
    }
  })
  const left = ({ dueAt }: SaleWithdrawal) => (dueAt === null ? Infinity : Date.parse(dueAt))
  return {
    withdrawals: withdrawals.toSorted((a, b) => (left(a) === left(b) ? 0 : left(a) - left(b))),
  }
}

/**
 * Records the answer of a seller to a request that came after the period, and tells the buyer. A granted refund is
 * requested by a job.
 * @param reason why the seller declines; undefined if the seller grants the refund
 * @throws ApiError PAYMENT_NOT_FOUND if the seller has no such withdrawal; PAYMENT_STATUS_ALREADY_CHANGED if no answer
 * is awaited any more, or if the seller declines while the downloads are closed
 */
export async function answerWithdrawal(
  context: Context,
  sellerId: number,
  orderId: string,
  reason: string | undefined,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const order = await lockOrder(tx, orderId)
    if (order?.sellerId !== sellerId) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId}`)
    const withdrawal = await findWithdrawal(tx, orderId)
    if (!withdrawal) throw new ApiError('PAYMENT_NOT_FOUND', `order ${orderId} without withdrawal`)
    if (!isAnswerAwaited({ withdrawal, order }) || withdrawal.dueAt! <= new Date())
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', withdrawal.decision ?? order.state)
    // A buyer without the files gets the money back if they ask for it.
    if (reason !== undefined && order.accessClosedAt !== null)
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', 'the downloads are closed')
    await updateWithdrawal(tx, withdrawal.id, {
      decision: reason === undefined ? 'granted' : 'declined',
      decidedAt: new Date(),
      decidedBy: sellerId,
      reason: reason ?? null,
      nextAt: new Date(),
    })
    if (reason === undefined) await closeWithdrawnGrants(tx, withdrawal.itemIds)
    await recordAnswer(tx, order, withdrawal, reason)
    await enqueue(tx, followWithdrawalJob, { orderId })
  })
}

async function recordAnswer(
  tx: Transaction,
  order: OrderRow,
  { code, askedAt }: WithdrawalRow,
  reason: string | undefined,
): Promise<void> {
  const event = { note: code, askedAt: askedAt.toISOString() }
  if (reason === undefined)
    await recordOrderEvent(tx, order.id, 'withdrawal_granted', { ...event, isAnswered: true })
  else await recordOrderEvent(tx, order.id, 'withdrawal_declined', { ...event, answer: reason })
}
