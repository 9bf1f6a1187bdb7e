import { and, eq, exists, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, paymentAccounts, products, users } from '#server/db/schema/index.ts'

/**
 * Open payment pages of a seller for what may not be sold any more, or not into that account. Whoever has a page for
 * a product that its seller only withdrew may still buy it.
 */
export function findPreferencesToExpire(db: Db, sellerId: number) {
  const account = db
    .select({ one: sql`1` })
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.userId, orders.sellerId),
        eq(paymentAccounts.collectorId, orders.collectorId),
        eq(paymentAccounts.state, 'linked'),
      ),
    )
  const gone = db
    .select({ one: sql`1` })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        or(
          isNotNull(products.takenDownAt),
          isNotNull(users.suspendedAt),
          isNotNull(users.closedAt),
        ),
      ),
    )
  return db
    .select({ preferenceId: orders.preferenceId, collectorId: orders.collectorId })
    .from(orders)
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'open'),
        isNotNull(orders.preferenceId),
        or(notExists(account), exists(gone)),
      ),
    )
}
