import { type SQL, and, eq, exists, isNotNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  editionFiles,
  orderItems,
  orders,
  paymentAccounts,
  productFiles,
  products,
  users,
} from '#server/db/schema/index.ts'
import type { OrderRow } from '../rules/rows.ts'

/**
 * The SQL condition for orders that may still be paid on their payment page: the payment account they were made for is
 * linked, no product, nor a pack as a part of which it is bought, was paused, archived or taken down, no file of the
 * order was refused, the seller is neither suspended nor closed, and refunds to the seller's buyers do not wait for
 * money. A product that its seller withdrew can still be bought through a payment page that was opened before.
 */
export function acceptsPayments(db: Db): SQL {
  const linkedAccount = db
    .select({ one: sql`1` })
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.userId, orders.sellerId),
        eq(paymentAccounts.collectorId, orders.collectorId),
        eq(paymentAccounts.state, 'linked'),
      ),
    )
  const blockedProduct = db
    .select({ one: sql`1` })
    .from(orderItems)
    .innerJoin(
      products,
      or(eq(products.id, orderItems.productId), eq(products.id, orderItems.packId)),
    )
    .innerJoin(editionFiles, eq(editionFiles.editionId, orderItems.editionId))
    .innerJoin(productFiles, eq(productFiles.id, editionFiles.fileId))
    .innerJoin(users, eq(users.id, products.sellerId))
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        or(
          isNotNull(products.takenDownAt),
          ne(products.state, 'on_sale'),
          eq(productFiles.scanState, 'refused'),
          isNotNull(users.suspendedAt),
          isNotNull(users.closedAt),
          isNotNull(users.salesClosedAt),
        ),
      ),
    )
  return and(exists(linkedAccount), notExists(blockedProduct))!
}

/** Tells whether an order is open and its payment page can be opened and paid now. */
export async function isPaymentPageOpen(
  db: Db,
  { id, state, heldAt, expiresAt }: OrderRow,
): Promise<boolean> {
  if (state !== 'open' || heldAt !== null || expiresAt <= new Date()) return false
  const openOrders = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), acceptsPayments(db)))
  return openOrders.length > 0
}
