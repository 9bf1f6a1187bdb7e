import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import { orders, paymentAccounts } from '#server/db/schema/index.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { runOrderTransaction } from '#server/features/orders/queries.ts'
import type { Context } from '#server/context.ts'
import { findPayment } from '../queries.ts'
import { sendToReview } from './send-to-review.ts'

/** News of a payment that was made on an open page can come this long after the page expired. */
const LATE_NEWS_HOURS = 24

/**
 * Moves the orders to review that a payment may have paid whose account cannot be read any more: the order of a known
 * payment, or else all orders of the account that can still be paid. Nothing tells which of them was paid, and without
 * a person each of them would expire, and lose its file and its buyer's address.
 * @returns the outcome that is stored with the webhook event
 */
export async function reviewUnreadableOrders(
  context: Context,
  { paymentId, collectorId }: { paymentId: string; collectorId: string | undefined },
): Promise<string> {
  const payment = await findPayment(context.db, paymentId)
  const orderIds = payment
    ? [payment.orderId]
    : await findPayableOrders(context.db, collectorId ?? '')
  for (const orderId of orderIds)
    await runOrderTransaction(context, orderId, async (tx, order) => {
      if (order?.state === 'open' || order?.state === 'expired')
        await sendToReview(tx, order, { reason: 'account_unreadable', paymentId })
    })
  return 'account_unreadable'
}

/** Finds the orders that can be paid into an account of the provider, or could until a few hours ago. */
async function findPayableOrders(db: Db, collectorId: string): Promise<string[]> {
  const sellers = db
    .select({ id: paymentAccounts.userId })
    .from(paymentAccounts)
    .where(eq(paymentAccounts.collectorId, collectorId))
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.sellerId, sellers),
        eq(orders.collectorId, collectorId),
        or(
          eq(orders.state, 'open'),
          and(
            eq(orders.state, 'expired'),
            gt(orders.expiresAt, sql`now() - ${LATE_NEWS_HOURS} * interval '1 hour'`),
          ),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Enqueues the reconciliation of the orders that wait in review because their seller's account could not be read. It is
 * called once the seller has linked an account.
 */
export async function enqueueUnreadableOrders(tx: Transaction, sellerId: number): Promise<void> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'review'),
        eq(orders.reviewReason, 'account_unreadable'),
      ),
    )
  for (const { id } of rows) await enqueueReconciliation(tx, id)
}
