import { and, asc, eq, exists, gt, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { LIMITS } from '#contract/core/limits.ts'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, users, withdrawals } from '#server/db/schema/index.ts'
import { selectSellersOfRefusedSurplus } from '#server/features/payments/refunds/queries.ts'

/** The number of daily refusals of one refund after which the seller's sales are open. One more closes them. */
const MAX_OPEN_REFUSALS = 5

/**
 * Finds the sellers whose sales must be closed or opened. A refund that MercadoPago refused too often counts until the
 * withdrawn items are refunded, or the order is disputed or too old to be refunded; that of a surplus payment until its
 * money is back or an admin has decided that it stays.
 * @param sellerId restricts this to one seller
 * @returns with each seller whether refunds are overdue; the rows of the sellers are locked
 */
export function findSellersToChange(tx: Db, sellerId: number | undefined) {
  const overdueSellers = tx
    .select({ id: withdrawals.sellerId })
    .from(withdrawals)
    .innerJoin(orders, eq(orders.id, withdrawals.orderId))
    .where(
      and(
        gt(withdrawals.refusals, MAX_OPEN_REFUSALS),
        or(isNull(withdrawals.endedAs), eq(withdrawals.endedAs, 'failed')),
        notInArray(orders.state, ['refunded', 'charged_back']),
        exists(
          tx
            .select({ id: orderItems.id })
            .from(orderItems)
            .where(
              and(
                eq(orderItems.orderId, orders.id),
                sql`${orderItems.id} = any(${withdrawals.itemIds})`,
                lt(orderItems.refundedMinor, orderItems.priceMinor),
              ),
            ),
        ),
        // An order whose payment went to review was never approved, and its refund is due all the same.
        gt(
          sql`coalesce(${orders.approvedAt}, ${orders.createdAt})`,
          sql`now() - ${LIMITS.refundableDays} * interval '1 day'`,
        ),
      ),
    )
  const isOverdue = or(
    inArray(users.id, overdueSellers),
    inArray(users.id, selectSellersOfRefusedSurplus(tx, MAX_OPEN_REFUSALS)),
  )!
  return tx
    .select({ id: users.id, isOverdue: sql<boolean>`${isOverdue}` })
    .from(users)
    .where(
      and(
        sql`(${users.salesClosedAt} is not null) <> (${isOverdue})`,
        sellerId === undefined ? undefined : eq(users.id, sellerId),
      ),
    )
    .orderBy(asc(users.id))
    .for('no key update')
}

export async function setSalesClosed(tx: Db, sellerId: number, isClosed: boolean): Promise<void> {
  await tx
    .update(users)
    .set({ salesClosedAt: isClosed ? new Date() : null })
    .where(eq(users.id, sellerId))
}
