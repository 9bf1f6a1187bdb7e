import type { AdminReview } from '#contract/admin/product-reviews.ts'
import type { AdminAction } from '#contract/core/admin-actions.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type OrderRow, lockOrder } from '#server/features/orders/queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { logAdminAction } from '../audit.ts'
import { type ResultPage, readPage } from '../result-page.ts'
import { closeReviewReport, findReview, findReviews, updateReview } from './queries.ts'

interface ReviewRequest {
  adminId: number
  reviewId: number
  reason?: string | undefined
}

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
  context: Context,
  { adminId, reviewId, reason }: ReviewRequest & { reason: string },
): Promise<void> {
  await changeReview(context, reviewId, async (tx, { order, review, productName }) => {
    if (review.hiddenAt !== null && review.hiddenReason === reason) return
    const at = new Date()
    await updateReview(tx, reviewId, { hiddenAt: at, hiddenReason: reason })
    await closeReviewReport(tx, reviewId)
    await logAction(tx, 'hide_review', { adminId, reviewId, reason })
    await recordOrderEvent(tx, order.id, 'product_review_hidden', {
      productId: review.productId,
      productName,
      stars: review.stars,
      note: reason,
      key: `${reviewId}:${at.toISOString()}`,
    })
  })
}

/**
 * Shows a hidden review again and tells its buyer; does nothing if it is not hidden.
 * @throws ApiError UNKNOWN_ERROR if there is no such review
 */
export async function showReview(
  context: Context,
  { adminId, reviewId, reason }: ReviewRequest,
): Promise<void> {
  await changeReview(context, reviewId, async (tx, { order, review, productName }) => {
    if (review.hiddenAt === null) return
    await updateReview(tx, reviewId, { hiddenAt: null, hiddenReason: null })
    await logAction(tx, 'show_review', { adminId, reviewId, reason })
    if (review.deletedAt === null)
      await recordOrderEvent(tx, order.id, 'product_review_shown', {
        productId: review.productId,
        productName,
        key: `${reviewId}:${review.hiddenAt.toISOString()}`,
      })
  })
}

/** Closes the report of a review. @throws ApiError UNKNOWN_ERROR if the review has no open report */
export async function dismissReport(context: Context, request: ReviewRequest): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (!(await closeReviewReport(tx, request.reviewId)))
      throw new ApiError('UNKNOWN_ERROR', `review ${request.reviewId}`)
    await logAction(tx, 'dismiss_review_report', request)
  })
}

type ReviewInOrder = NonNullable<Awaited<ReturnType<typeof findReview>>> & { order: OrderRow }

/** Changes a review while its order is locked, in the sequence in which the buyer's own changes lock them. */
async function changeReview(
  context: Context,
  id: number,
  change: (tx: Transaction, found: ReviewInOrder) => Promise<void>,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const existing = await findReview(tx, id)
    const order = existing && (await lockOrder(tx, existing.orderId))
    const found = order && (await findReview(tx, id))
    if (!order || !found) throw new ApiError('UNKNOWN_ERROR', `review ${id}`)
    await change(tx, { ...found, order })
  })
}

const logAction = (
  tx: Transaction,
  action: AdminAction,
  { adminId, reviewId, reason }: ReviewRequest,
) => logAdminAction(tx, { adminId, action, targetId: String(reviewId), reason })
