import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, IsoDateTime, PageCursor } from '../core/fields.ts'
import { SellerReview } from '../product-reviews/seller-reviews.ts'
import { OptionalReason, RequiredReason } from './users.ts'

/** A review of a product as admins see it. */
export const AdminReview = z.extend(SellerReview, {
  sellerUsername: z.string(),
  /** The seller's report of the review; null if there is none. */
  reported: z.nullable(z.object({ at: IsoDateTime, reason: z.string() })),
})
export type AdminReview = z.infer<typeof AdminReview>

export const listAdminReviews = endpoint({
  method: 'GET',
  path: '/admin/product-reviews',
  summary:
    'List the product reviews that sellers reported or that are hidden, newest first, 50 at a time',
  access: 'admin',
  query: z.object({ state: z.optional(z.enum(['reported', 'hidden'])), cursor: PageCursor }),
  reply: z.object({ reviews: z.array(AdminReview), nextCursor: z.nullable(z.int()) }),
})

const byId = z.object({ id: IdText })

/** Hides a review from the public and its average. The buyer and the seller are told the reason. */
export const hideReview = endpoint({
  method: 'POST',
  path: '/admin/product-reviews/:id/hide',
  summary: 'Hide a product review',
  access: 'admin',
  audit: 'hide_review',
  params: byId,
  body: z.object({ reason: RequiredReason }),
  errors: ['UNKNOWN_ERROR'],
})

export const showReview = endpoint({
  method: 'POST',
  path: '/admin/product-reviews/:id/show',
  summary: 'Show a hidden product review again',
  access: 'admin',
  audit: 'show_review',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  errors: ['UNKNOWN_ERROR'],
})

/** Closes a seller's report; the review stays as it is. Answers 404 UNKNOWN_ERROR if the review has no open report. */
export const dismissReviewReport = endpoint({
  method: 'POST',
  path: '/admin/product-reviews/:id/dismiss-report',
  summary: 'Dismiss the report of a product review',
  access: 'admin',
  audit: 'dismiss_review_report',
  params: byId,
  body: z.object({ reason: OptionalReason }),
  errors: ['UNKNOWN_ERROR'],
})
