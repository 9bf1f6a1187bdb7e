import { type SQL, and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, productReviews } from '#server/db/schema/index.ts'
import { type Section, pick } from './section.ts'

/** The replies of a seller to reviews. */
export const listReviewReplies = (sellerId: number): Section => ({
  name: 'reviewReplies',
  table: productReviews,
  key: productReviews.id,
  rows: and(eq(productReviews.sellerId, sellerId), isNotNull(productReviews.reply)),
  columns: pick(productReviews, 'productId', 'reply', 'repliedAt'),
})

/** The reviews that a buyer wrote. `ownOrders` selects the buyer's orders. */
export const listReviews = (db: Db, ownOrders: SQL): Section => ({
  name: 'reviews',
  table: productReviews,
  key: productReviews.id,
  rows: inArray(
    productReviews.orderItemId,
    db
      .select({ id: orderItems.id })
      .from(orderItems)
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(ownOrders),
  ),
  columns: pick(
    productReviews,
    'productId',
    'stars',
    'text',
    'name',
    'language',
    'reply',
    'hiddenAt',
    'hiddenReason',
    'createdAt',
    'updatedAt',
  ),
})
