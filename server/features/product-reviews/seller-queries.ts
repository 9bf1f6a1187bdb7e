import { and, desc, eq, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { productReviews, products } from '#server/db/schema/index.ts'
import type { ReviewRow } from './queries.ts'

export interface SellerReviewRow {
  review: ReviewRow
  productName: string
}

/** Finds reviews of a seller's products, newest first. Those that their buyers deleted are left out. */
export function findSellerReviews(
  db: Db,
  sellerId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<SellerReviewRow[]> {
  return db
    .select({ review: productReviews, productName: products.name })
    .from(productReviews)
    .innerJoin(products, eq(products.id, productReviews.productId))
    .where(
      and(
        eq(productReviews.sellerId, sellerId),
        isNull(productReviews.deletedAt),
        before === undefined ? undefined : lt(productReviews.id, before),
      ),
    )
    .orderBy(desc(productReviews.id))
    .limit(limit)
}

/** Changes a review of a seller's product. @returns false if the seller has no such review */
export async function updateOwnReview(
  db: Db,
  sellerId: number,
  id: number,
  fields: Partial<
    Pick<ReviewRow, 'reply' | 'repliedAt' | 'reportedAt' | 'reportReason' | 'reportClosedAt'>
  >,
): Promise<boolean> {
  const changed = await db
    .update(productReviews)
    .set(fields)
    .where(
      and(
        eq(productReviews.id, id),
        eq(productReviews.sellerId, sellerId),
        isNull(productReviews.deletedAt),
      ),
    )
    .returning({ id: productReviews.id })
  return changed.length > 0
}
