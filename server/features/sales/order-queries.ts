import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import {
  downloads,
  grants,
  orderEvents,
  orderItems,
  orders,
  productFiles,
} from '#server/db/schema/index.ts'
import type { OrderRow } from '../orders/queries.ts'

/** A seller's own order that somebody tried to pay or may still pay. */
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

/** The lines of an order with the file that was bought and how it was downloaded. */
export function findLinesOfOrder(db: Db, orderId: string) {
  const used = db
    .select({
      grantId: downloads.grantId,
      used: sql<number>`count(*)::int`.as('used'),
      lastAt: max(downloads.at).as('last_at'),
    })
    .from(downloads)
    .innerJoin(grants, eq(grants.id, downloads.grantId))
    .innerJoin(orderItems, eq(orderItems.id, grants.orderItemId))
    .where(eq(orderItems.orderId, orderId))
    .groupBy(downloads.grantId)
    .as('used_downloads')
  return db
    .select({
      item: orderItems,
      file: productFiles,
      grant: grants,
      used: used.used,
      lastAt: used.lastAt,
    })
    .from(orderItems)
    .innerJoin(productFiles, eq(productFiles.id, orderItems.fileId))
    .leftJoin(grants, eq(grants.orderItemId, orderItems.id))
    .leftJoin(used, eq(used.grantId, grants.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
}

/** Oldest first. */
export function findEvents(db: Db, orderId: string) {
  return db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
}
