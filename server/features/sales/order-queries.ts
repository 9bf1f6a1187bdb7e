import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloads,
  downloadGrants,
  orderEvents,
  orderItems,
  orders,
} from '#server/db/schema/index.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'

/** Finds an order by its id, if it belongs to the seller. */
export async function findOwnOrder(
  db: Db,
  sellerId: number,
  orderId: string,
): Promise<OrderRow | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.sellerId, sellerId)))
  return order
}

/** Finds an order's items with their grants and how often they were downloaded. */
export function findOrderLines(db: Db, orderId: string) {
  const used = db
    .select({
      grantId: downloads.grantId,
      used: sql<number>`count(*)::int`.as('used'),
      lastAt: max(downloads.at).as('last_at'),
    })
    .from(downloads)
    .innerJoin(downloadGrants, eq(downloadGrants.id, downloads.grantId))
    .innerJoin(orderItems, eq(orderItems.id, downloadGrants.orderItemId))
    .where(eq(orderItems.orderId, orderId))
    .groupBy(downloads.grantId)
    .as('used_downloads')
  return db
    .select({
      item: orderItems,
      grant: downloadGrants,
      used: used.used,
      lastAt: used.lastAt,
    })
    .from(orderItems)
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .leftJoin(used, eq(used.grantId, downloadGrants.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
}

export type OrderLine = Awaited<ReturnType<typeof findOrderLines>>[number]

/** Finds the history of an order, oldest event first. */
export function findOrderEvents(db: Db, orderId: string) {
  return db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
}
