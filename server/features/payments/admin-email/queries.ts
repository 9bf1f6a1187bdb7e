import { isRefundDue, hasCommissionReview } from '../queries.ts'
import { and, asc, eq, exists, inArray, isNotNull, isNull, max, ne, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, payments, profiles } from '#server/db/schema/index.ts'

/** Marks an order as one that the admins must be emailed about. */
export async function clearAdminsInformed(tx: Db, orderId: string): Promise<void> {
  await tx.update(orders).set({ adminsInformedAt: null }).where(eq(orders.id, orderId))
}

/** Finds the time of the last email to the admins about orders that need a decision. */
export async function findLastAdminEmail(tx: Db): Promise<Date | null> {
  const [row] = await tx
    .select({ at: max(orders.adminsInformedAt) })
    .from(orders)
    .where(isNotNull(orders.adminsInformedAt))
  return row?.at ?? null
}

/** Finds and locks the orders in review or on hold that the admins were not emailed about yet, oldest first. */
export function lockUnreportedReviews(tx: Db) {
  return tx
    .select({
      id: orders.id,
      number: orders.number,
      createdAt: orders.createdAt,
      sellerId: orders.sellerId,
      totalMinor: orders.totalMinor,
      currency: orders.currency,
      reviewReason: orders.reviewReason,
      state: orders.state,
    })
    .from(orders)
    .where(
      and(
        isNull(orders.adminsInformedAt),
        or(
          eq(orders.state, 'review'),
          and(isNotNull(orders.heldAt), ne(orders.state, 'refunded')),
          hasCommissionReview,
          exists(
            tx
              .select({ id: payments.id })
              .from(payments)
              .where(and(eq(payments.orderId, orders.id), isRefundDue)),
          ),
        ),
      ),
    )
    .orderBy(asc(orders.createdAt))
    .for('update')
}

/** Finds the names of an order's products and of its seller, by which people know the order. */
export async function findReviewedProducts(
  tx: Db,
  { id, sellerId }: { id: string; sellerId: number },
): Promise<{ productNames: string[]; sellerUsername: string }> {
  const items = await tx
    .select({ name: orderItems.name })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(asc(orderItems.id))
  const [seller] = await tx
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.userId, sellerId))
  return { productNames: items.map(({ name }) => name), sellerUsername: seller?.username ?? '' }
}

export async function markAdminsInformed(tx: Db, orderIds: string[]): Promise<void> {
  await tx.update(orders).set({ adminsInformedAt: new Date() }).where(inArray(orders.id, orderIds))
}
