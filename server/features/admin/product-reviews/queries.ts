import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderItems, productReviews, products, profiles } from '#server/db/schema/index.ts'

const isReported = and(isNotNull(productReviews.reportedAt), isNull(productReviews.reportClosedAt))

/** Finds the reviews that sellers reported, or those that are hidden, newest first. */
export function findReviews(
  db: Db,
  filter: { state?: 'reported' | 'hidden' | undefined; cursor?: number | undefined; limit: number },
) {
  return db
    .select({
      id: productReviews.id,
      review: productReviews,
      productName: products.name,
      sellerUsername: profiles.username,
    })
    .from(productReviews)
    .innerJoin(products, eq(products.id, productReviews.productId))
    .innerJoin(profiles, eq(profiles.userId, productReviews.sellerId))
    .where(
      and(
        filter.state === 'hidden' ? isNotNull(productReviews.hiddenAt) : isReported,
        filter.cursor === undefined ? undefined : lt(productReviews.id, filter.cursor),
      ),
    )
    .orderBy(desc(productReviews.id))
    .limit(filter.limit)
}

/** Finds a review with its order and the name of the product. */
export async function findReview(db: Db, id: number) {
  const [row] = await db
    .select({
      review: productReviews,
      orderId: orderItems.orderId,
      productName: orderItems.name,
    })
    .from(productReviews)
    .innerJoin(orderItems, eq(orderItems.id, productReviews.orderItemId))
    .where(eq(productReviews.id, id))
  return row
}

export async function updateReview(
  tx: Db,
  id: number,
  fields: Partial<typeof productReviews.$inferInsert>,
): Promise<void> {
  await tx.update(productReviews).set(fields).where(eq(productReviews.id, id))
}

/** Closes the open report of a review. @returns false if it has none */
export async function closeReviewReport(tx: Db, id: number): Promise<boolean> {
  const closed = await tx
    .update(productReviews)
    .set({ reportClosedAt: new Date() })
    .where(and(eq(productReviews.id, id), isReported))
    .returning({ id: productReviews.id })
  return closed.length > 0
}
