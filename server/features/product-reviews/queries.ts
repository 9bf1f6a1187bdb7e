import { and, asc, desc, eq, exists, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import {
  downloadGrants,
  downloads,
  orderItems,
  productReviews,
  products,
  users,
  withdrawals,
} from '#server/db/schema/index.ts'

export type ReviewRow = typeof productReviews.$inferSelect

/** Finds the items of an order with their reviews, and what decides whether the items can be reviewed. */
export async function findPurchases(db: Db, orderId: string) {
  const rows = await db
    .select({
      itemId: orderItems.id,
      productId: orderItems.productId,
      productName: orderItems.name,
      sellerId: orderItems.sellerId,
      sellerEmail: users.email,
      saleState: orderItems.saleState,
      priceMinor: orderItems.priceMinor,
      refundedMinor: orderItems.refundedMinor,
      grantedAt: downloadGrants.grantedAt,
      closedAt: downloadGrants.closedAt,
      productDeletedAt: products.deletedAt,
      isListed: products.listed,
      isDownloaded: exists(
        db
          .select({ one: sql`1` })
          .from(downloads)
          .where(eq(downloads.grantId, downloadGrants.id)),
      ).mapWith(Boolean),
      review: productReviews,
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(users, eq(users.id, orderItems.sellerId))
    .leftJoin(downloadGrants, eq(downloadGrants.orderItemId, orderItems.id))
    .leftJoin(productReviews, eq(productReviews.orderItemId, orderItems.id))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
  return rows
}

export type PurchaseRow = Awaited<ReturnType<typeof findPurchases>>[number]

/** Finds the items of an order that the buyer has withdrawn, unless the refund was declined or impossible. */
export async function findWithdrawnItems(db: Db, orderId: string): Promise<number[]> {
  const [row] = await db
    .select({ endedAs: withdrawals.endedAs, itemIds: withdrawals.itemIds })
    .from(withdrawals)
    .where(eq(withdrawals.orderId, orderId))
  return row && !['declined', 'failed'].includes(row.endedAs ?? '') ? row.itemIds : []
}

/** Inserts the review of an order item, or changes it. */
export async function upsertReview(
  tx: Db,
  review: typeof productReviews.$inferInsert,
): Promise<void> {
  const { stars, text, name, language } = review
  await tx
    .insert(productReviews)
    .values(review)
    .onConflictDoUpdate({
      target: productReviews.orderItemId,
      set: { stars, text, name, language, updatedAt: new Date() },
    })
}

export async function deleteReviewRow(tx: Db, id: number): Promise<void> {
  await tx.delete(productReviews).where(eq(productReviews.id, id))
}

/** Erases what the buyer wrote in a hidden review, and what the seller answered. */
export async function eraseHiddenReview(tx: Db, id: number): Promise<void> {
  await tx
    .update(productReviews)
    .set({ text: '', name: null, reply: null, repliedAt: null, deletedAt: new Date() })
    .where(eq(productReviews.id, id))
}

/** Finds a page of the shown reviews of a product, newest first. */
export function findShownReviews(
  db: Database,
  page: { productId: number; limit: number; offset: number },
): Promise<ReviewRow[]> {
  return selectShownReviews(db).execute(page)
}

const selectShownReviews = prepareOnce(db =>
  db
    .select()
    .from(productReviews)
    .where(and(eq(productReviews.productId, sql.placeholder('productId')), productReviews.counts))
    .orderBy(desc(productReviews.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('shown_reviews'),
)

/** Counts the shown reviews of a product by their stars. */
export function countReviewsByStars(db: Database, productId: number) {
  return selectReviewCounts(db).execute({ productId })
}

const selectReviewCounts = prepareOnce(db =>
  db
    .select({ stars: productReviews.stars, count: sql<number>`count(*)::int` })
    .from(productReviews)
    .where(and(eq(productReviews.productId, sql.placeholder('productId')), productReviews.counts))
    .groupBy(productReviews.stars)
    .prepare('review_counts'),
)

/** Removes a seller's replies to reviews, when the account is closed. */
export async function eraseReviewReplies(tx: Db, sellerId: number): Promise<void> {
  await tx
    .update(productReviews)
    .set({ reply: null, repliedAt: null })
    .where(and(eq(productReviews.sellerId, sellerId), sql`${productReviews.reply} is not null`))
}
