import type { AdminReview } from '#contract/admin/product-reviews.ts'
import type { Transaction } from '#server/db/client.ts'
import { lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { NOTHING_CHANGED } from '../admin-action.ts'
import { type ResultPage, readPage } from '#server/http/result-page.ts'
import { closeReviewReport, findReview, findReviews, updateReview } from './queries.ts'

/** Returns a page of the reviews that sellers reported, or of the hidden ones. */
export async function listReviews(
  { db }: Context,
  filter: { state?: 'reported' | 'hidden' | undefined; cursor?: number | undefined },
): Promise<ResultPage<'reviews', AdminReview>> {
  const { rows, nextCursor } = await readPage(limit => findReviews(db, { ...filter, limit }))
  return {
    reviews: rows.map(serialize),
    nextCursor,
  }
}

function serialize({
  review,
  productName,
  sellerUsername,
}: Awaited<ReturnType<typeof findReviews>>[number]): AdminReview {
  const { reply, repliedAt, reportedAt, reportClosedAt } = review
  return {
    id: review.id,
    productId: review.productId,
    productName,
    sellerUsername,
    stars: review.stars,
    text: review.text,
    language: review.language,
    name: review.name,
    at: review.createdAt.toISOString(),
    isShown: review.counts,
    hiddenReason: review.hiddenAt === null ? null : (review.hiddenReason ?? ''),
    reply: reply === null || !repliedAt ? null : { text: reply, at: repliedAt.toISOString() },
    report: reportedAt && (reportClosedAt === null ? 'open' : 'closed'),
    reported: reportedAt && {
      at: reportedAt.toISOString(),
      reason: review.reportReason ?? '',
    },
  }
}

/**
 * Hides a review from the public and its average, closes its report, and tells the buyer and the seller the reason.
 * Hiding it again replaces the reason.
 * @throws ApiError UNKNOWN_ERROR if there is no such review
 */
export async function hideReview(
  tx: Transaction,
  { id, reason }: { id: number; reason: string },
): Promise<void | typeof NOTHING_CHANGED> {
  const { order, review, productName } = await requireReview(tx, id)
  if (review.hiddenAt !== null && review.hiddenReason === reason) return NOTHING_CHANGED
  const at = new Date()
  await updateReview(tx, id, { hiddenAt: at, hiddenReason: reason })
  await closeReviewReport(tx, id)
  await recordOrderEvent(tx, order.id, 'product_review_hidden', {
    productId: review.productId,
    productName,
    stars: review.stars,
    note: reason,
    key: `${id}:${at.toISOString()}`,
  })
}

/**
 * Shows a hidden review again and tells its buyer; changes nothing if it is not hidden.
 * @throws ApiError UNKNOWN_ERROR if there is no such review
 */
export async function showReview(
  tx: Transaction,
  { id }: { id: number },
): Promise<void | typeof NOTHING_CHANGED> {
  const { order, review, productName } = await requireReview(tx, id)
  if (review.hiddenAt === null) return NOTHING_CHANGED
  await updateReview(tx, id, { hiddenAt: null, hiddenReason: null })
  if (review.deletedAt === null)
    await recordOrderEvent(tx, order.id, 'product_review_shown', {
      productId: review.productId,
      productName,
      key: `${id}:${review.hiddenAt.toISOString()}`,
    })
}

/** Closes the report of a review. @throws ApiError UNKNOWN_ERROR if the review has no open report */
export async function dismissReport(tx: Transaction, { id }: { id: number }): Promise<void> {
  if (!(await closeReviewReport(tx, id))) throw new ApiError('UNKNOWN_ERROR', `review ${id}`)
}

/**
 * Returns a review after its order is locked, in the sequence in which the buyer's own changes lock them.
 * @throws ApiError UNKNOWN_ERROR if there is no such review
 */
async function requireReview(tx: Transaction, id: number) {
  const existing = await findReview(tx, id)
  const order = existing && (await lockOrder(tx, existing.orderId))
  const found = order && (await findReview(tx, id))
  if (!order || !found) throw new ApiError('UNKNOWN_ERROR', `review ${id}`)
  return { ...found, order }
}
