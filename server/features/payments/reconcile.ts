import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { withSellerToken, isPermissionGone } from '#server/features/payment-accounts/tokens.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import {
  findOrder,
  findPayments,
  runOrderTransaction,
  transitionOrder,
} from '#server/features/orders/queries.ts'
import {
  computeNextReconciliation,
  isLastReconciliation,
  isPaymentPending,
  toPaymentStatus,
} from '#server/features/orders/rules/payment-state.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import type { Context } from '#server/context.ts'
import { fetchAndApplyPayment } from './apply-payment.ts'
import { isWaitingForRest } from './combine-parts.ts'
import {
  type DueOrder,
  countWaitingReconciliations,
  findOrdersDueForReconciliation,
  scheduleReconciliation,
} from './queries.ts'
import { sendToReview } from './review/send-to-review.ts'

/**
 * Reads all payments of an order from the provider and applies them, in case a webhook event was lost. An order without
 * a pending payment expires after its deadline. If the payments can no longer be read, an order with a pending payment
 * goes to review, since its buyer may have paid.
 */
export async function reconcileOrder(context: Context, orderId: string): Promise<void> {
  const order = await findOrder(context.db, orderId)
  if (!order) return
  try {
    const foundIds = await withSellerToken(context, order, accessToken =>
      context.provider.findPayments(accessToken, order.id),
    )
    // The provider's search can be outdated, so every payment is read by its id, including stored payments that the
    // search did not find.
    const storedPayments = await findPayments(context.db, order.id)
    const paymentIds = [...storedPayments.map(({ id }) => id), ...foundIds].toReversed()
    const failedIds = storedPayments.filter(isFailed).map(({ id }) => id)
    await applyPayments(context, order, new Set(paymentIds), new Set(failedIds))
    await runOrderTransaction(context, order.id, async (tx, lockedOrder) => {
      if (!lockedOrder) return
      const readOrder = await leaveUnreadableReview(tx, lockedOrder)
      if (!(await reviewLonePart(tx, readOrder))) await expireIfOverdue(tx, readOrder)
    })
  } catch (error) {
    if (!isPermissionGone(error)) throw error
    await runOrderTransaction(context, order.id, async (tx, lockedOrder) => {
      if (lockedOrder?.state !== 'open') return
      if (await hasPendingPayment(tx, order.id))
        await sendToReview(tx, lockedOrder, { reason: 'account_unreadable' })
      else if (!(await reviewLonePart(tx, lockedOrder))) await expireIfOverdue(tx, lockedOrder)
    })
  }
}

/**
 * Reads and applies payments of an order, one after another. A payment that cannot be read does not keep the others
 * from being applied. A failed attempt that the provider no longer knows is only logged, since it brings no money.
 * @throws the error of the first payment that failed, after all of them were tried
 */
async function applyPayments(
  context: Context,
  order: OrderRow,
  paymentIds: Iterable<string>,
  failedIds: ReadonlySet<string>,
): Promise<void> {
  const errors: unknown[] = []
  for (const id of paymentIds)
    await fetchAndApplyPayment(context, order, id).catch((error: unknown) => {
      if (failedIds.has(id) && isUnknownPayment(error))
        context.log.warn({ err: error, payment: id }, 'a failed payment is not known any more')
      else errors.push(error)
    })
  if (errors.length > 0) throw errors.find(isPermissionGone) ?? errors[0]
}

const isFailed = ({ status }: { status: string }): boolean =>
  status === 'rejected' || status === 'cancelled'

/** Tells whether the provider answers that there is no such payment. */
function isUnknownPayment(error: unknown): boolean {
  return error instanceof ProviderError && (error.status === 404 || error.status === 400)
}

/**
 * Reopens an order that went to review only because its payments could not be read. They have just been read, and a
 * payment that delivers the order would have done so.
 */
async function leaveUnreadableReview(tx: Transaction, order: OrderRow): Promise<OrderRow> {
  const isUnreadable = order.reviewReason === 'account_unreadable' && order.heldAt === null
  if (order.state !== 'review' || !isUnreadable) return order
  await transitionOrder(tx, order, 'open', { reviewReason: null })
  return { ...order, state: 'open', reviewReason: null }
}

/** How long a part of the total waits for the rest before an admin decides. */
const PART_WAITS_MS = 30 * 60_000

/**
 * Moves an order to review if a part of its total was paid and the rest has not come in time.
 * @returns false if no part waits
 */
async function reviewLonePart(tx: Transaction, order: OrderRow): Promise<boolean> {
  const attempts = await findPayments(tx, order.id)
  const part = attempts.findLast(
    attempt => attempt.dismissedAt === null && isWaitingForRest(order, attempt),
  )
  if (!part || order.state === 'review') return false
  if (Date.now() - part.createdAt.getTime() < PART_WAITS_MS) return true
  await sendToReview(tx, order, { reason: 'another_amount', paymentId: part.id })
  return true
}

async function expireIfOverdue(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.state !== 'open' || order.expiresAt > new Date()) return
  if (await hasPendingPayment(tx, order.id)) return
  await transitionOrder(tx, order, 'expired')
  await recordOrderEvent(tx, order.id, 'expired')
}

async function hasPendingPayment(tx: Transaction, orderId: string): Promise<boolean> {
  const attempts = await findPayments(tx, orderId)
  return attempts.some(({ status }) => isPaymentPending(toPaymentStatus(status)))
}

/** How many orders one transaction enqueues. */
const DUE_ORDERS_BATCH = 50
/**
 * The number of waiting reconciliations from which on no order that is due is added: their lane does some ten a second,
 * and a reconciliation that a visit to an order page causes comes after them.
 */
export const MAX_WAITING_RECONCILIATIONS = 500

/** Enqueues the reconciliations of the orders that are due, the longest due first, and schedules their next ones. */
export async function enqueueDueReconciliations({ db }: Pick<Context, 'db'>): Promise<void> {
  let room = MAX_WAITING_RECONCILIATIONS - (await countWaitingReconciliations(db))
  while (room > 0) {
    const limit = Math.min(room, DUE_ORDERS_BATCH)
    const count = await runTransaction(db, async tx => {
      const dueOrders = await findOrdersDueForReconciliation(tx, limit)
      for (const order of dueOrders) {
        await enqueueReconciliation(tx, order.id)
        await scheduleNextReconciliation(tx, order)
      }
      return dueOrders.length
    })
    if (count < limit) return
    room -= count
  }
}

async function scheduleNextReconciliation(tx: Transaction, order: DueOrder): Promise<void> {
  const { id, createdAt, checks } = order
  const now = new Date()
  const nextCheckAt = isLastReconciliation(order, now)
    ? undefined
    : computeNextReconciliation(createdAt, checks + 1, now)
  await scheduleReconciliation(tx, id, checks + 1, nextCheckAt ?? null)
}
