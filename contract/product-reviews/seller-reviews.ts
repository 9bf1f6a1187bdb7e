import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, requiredText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { ProductReview } from './reviews.ts'

/** A review as the seller of the product sees it. */
export const SellerReview = z.extend(ProductReview, {
  productId: z.int(),
  productName: z.string(),
  /** Whether the product page shows the review and counts it. It does not after a refund or a chargeback. */
  isShown: z.boolean(),
  /** The reason that an admin gave for hiding the review; null if it is not hidden. */
  hiddenReason: z.nullable(z.string()),
  /** How the seller's report of the review stands; null if there is none. */
  report: z.nullable(z.enum(['open', 'closed'])),
})
export type SellerReview = z.infer<typeof SellerReview>

export const listSellerReviews = endpoint({
  method: 'GET',
  path: '/reviews',
  summary: "The reviews of the seller's products, newest first, 50 at a time",
  access: 'verified',
  cacheTags: ['Reviews'],
  query: z.object({ cursor: z.optional(IdText) }),
  reply: z.object({ reviews: z.array(SellerReview), nextCursor: z.nullable(z.int()) }),
})

const byId = z.object({ id: IdText })

/** A reply to a review. */
export const ReplyForm = z.object({
  text: requiredText(1, LIMITS.review.max, 'issue_required'),
})
export type ReplyForm = z.infer<typeof ReplyForm>

/**
 * Writes or changes the public reply to a review. Answers 404 UNKNOWN_ERROR for a review of another seller's product.
 */
export const saveReviewReply = endpoint({
  method: 'PUT',
  path: '/reviews/:id/reply',
  summary: 'Reply to a review',
  access: 'owner',
  cacheTags: ['Reviews'],
  params: byId,
  body: ReplyForm,
  errors: ['UNKNOWN_ERROR'],
})

export const deleteReviewReply = endpoint({
  method: 'DELETE',
  path: '/reviews/:id/reply',
  summary: 'Delete the reply to a review',
  access: 'owner',
  cacheTags: ['Reviews'],
  params: byId,
  errors: ['UNKNOWN_ERROR'],
})

/** The report of a review, with the reason that the admins read. */
export const ReviewReportForm = z.object({
  reason: requiredText(3, LIMITS.reason.max, 'issue_reason_required', 'issue_reason_long'),
})
export type ReviewReportForm = z.infer<typeof ReviewReportForm>

/** Reports a review to the admins, who decide whether it is hidden. Another report replaces the reason. */
export const reportReview = endpoint({
  method: 'POST',
  path: '/reviews/:id/report',
  summary: 'Report a review to the admins',
  access: 'owner',
  cacheTags: ['Reviews'],
  params: byId,
  body: ReviewReportForm,
  status: 202,
  errors: ['UNKNOWN_ERROR'],
})
