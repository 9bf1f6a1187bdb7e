import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { SellerReview, listSellerReviews } from '#contract/product-reviews/seller-reviews.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { serializeReply } from './buyer-reviews.ts'
import { type SellerReviewRow, findSellerReviews, updateOwnReview } from './seller-queries.ts'

const PAGE_SIZE = 50

/** Returns a page of the reviews of a seller's products, newest first. */
export async function getSellerReviews(
  { db }: Context,
  sellerId: number,
  cursor: number | undefined,
): Promise<EndpointReply<typeof listSellerReviews>> {
  const rows = await findSellerReviews(db, sellerId, { before: cursor, limit: PAGE_SIZE + 1 })
  const page = rows.slice(0, PAGE_SIZE)
  return {
    reviews: page.map(serialize),
    nextCursor: rows.length > PAGE_SIZE ? page.at(-1)!.review.id : null,
  }
}

function serialize({ review, productName }: SellerReviewRow): SellerReview {
  const isReported = review.reportedAt !== null
  return {
    id: review.id,
    productId: review.productId,
    productName,
    stars: review.stars,
    text: review.text,
    language: review.language,
    name: review.name,
    at: review.createdAt.toISOString(),
    isShown: review.counts,
    hiddenReason: review.hiddenAt === null ? null : (review.hiddenReason ?? ''),
    reply: serializeReply(review),
    report: isReported ? (review.reportClosedAt === null ? 'open' : 'closed') : null,
  }
}

/**
 * Writes, changes or deletes the seller's reply to a review.
 * @param text null to delete the reply
 * @throws ApiError UNKNOWN_ERROR if no review of the seller's products has the id
 */
export async function setReply(
  { db }: Context,
  sellerId: number,
  id: number,
  text: string | null,
): Promise<void> {
  const repliedAt = text === null ? null : new Date()
  if (!(await updateOwnReview(db, sellerId, id, { reply: text, repliedAt })))
    throw new ApiError('UNKNOWN_ERROR', `review ${id}`)
}

/**
 * Reports a review to the admins.
 * @throws ApiError UNKNOWN_ERROR if no review of the seller's products has the id
 */
export async function reportReview(
  { db }: Context,
  sellerId: number,
  id: number,
  reason: string,
): Promise<void> {
  const report = { reportedAt: new Date(), reportReason: reason, reportClosedAt: null }
  if (!(await updateOwnReview(db, sellerId, id, report)))
    throw new ApiError('UNKNOWN_ERROR', `review ${id}`)
}
