import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import {
  IdText,
  IsoDateTime,
  integerText,
  issueKey,
  machineText,
  optionalName,
  optionalText,
} from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

/** The number of reviews on one page of a product's list. */
export const REVIEWS_PER_PAGE = 10

/** The highest page number of a product's list of reviews. */
const MAX_REVIEW_PAGE = 500

/** The number of stars of a review, from 1 to 5. */
export const Stars = z
  .int(issueKey('issue_stars'))
  .check(z.minimum(1, issueKey('issue_stars')), z.maximum(5, issueKey('issue_stars')))

/**
 * A review as a buyer writes it. The text can be empty. The name is shown to everyone; if it is empty, the review is
 * signed as that of a verified buyer. A name with an at sign is refused, so that nobody publishes an email address by
 * mistake.
 */
export const ReviewForm = z.object({
  stars: Stars,
  text: optionalText(LIMITS.review.max),
  name: optionalName(LIMITS.reviewName.max).check(
    z.refine(name => !name.includes('@'), issueKey('issue_review_name')),
  ),
})
export type ReviewForm = z.infer<typeof ReviewForm>

/** The seller's public answer to a review. */
const ReviewReply = z.nullable(z.object({ text: z.string(), at: IsoDateTime }))

/** A review as everyone sees it. */
export const ProductReview = z.object({
  id: z.int(),
  stars: z.int(),
  text: z.string(),
  /** The language in which the page was when the review was written. */
  language: z.enum(['es', 'en']),
  /** The name that the buyer chose; null if the buyer chose none. */
  name: z.nullable(z.string()),
  at: IsoDateTime,
  reply: ReviewReply,
})
export type ProductReview = z.infer<typeof ProductReview>

/** Lists the reviews of a product for sale, newest first, with the number of reviews of each number of stars. */
export const listProductReviews = endpoint({
  method: 'GET',
  path: '/public/product/:id/reviews',
  summary: 'The reviews of a product by its buyers, newest first, 10 a page',
  access: 'public',
  params: z.object({ id: IdText }),
  query: z.object({ page: z.optional(integerText('issue_invalid', 1, MAX_REVIEW_PAGE)) }),
  reply: z.object({
    reviews: z.array(ProductReview),
    /** The number of all reviews of the product. */
    total: z.int(),
    /** How many reviews have one star, two stars and so on: five numbers. */
    counts: z.array(z.int()),
  }),
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** Why the buyer of an item cannot write or change its review. */
export const REVIEW_REFUSALS = [
  'own_product',
  'charged_back',
  'refunded',
  'withdrawn',
  'not_delivered',
  'product_deleted',
  'hidden',
  'too_late',
  'not_downloaded',
] as const
export type ReviewRefusal = (typeof REVIEW_REFUSALS)[number]

/** The number of days after the delivery within which a review can be written and changed. */
export const REVIEW_DAYS = 365

/** An item can be reviewed after its first download, or this number of days after the delivery. */
export const REVIEW_WITHOUT_DOWNLOAD_DAYS = 3

/** What the buyer of an order item sees of its review. */
export const OrderItemReview = z.object({
  itemId: z.int(),
  productName: z.string(),
  /** Why the review cannot be written or changed now; null if it can. */
  refusal: z.nullable(z.enum(REVIEW_REFUSALS)),
  /** The review; null if there is none. */
  review: z.nullable(
    z.object({
      stars: z.int(),
      text: z.string(),
      name: z.nullable(z.string()),
      at: IsoDateTime,
      /** Whether the product page shows the review and counts it. */
      isShown: z.boolean(),
      /** The reason that an admin gave for hiding the review; null if it is not hidden. */
      hiddenReason: z.nullable(z.string()),
      reply: ReviewReply,
    }),
  ),
})
export type OrderItemReview = z.infer<typeof OrderItemReview>

const byToken = z.object({ token: machineText(200) })
const byItem = z.object({ token: machineText(200), item: IdText })

export const listProductReviewsOfOrder = endpoint({
  method: 'GET',
  path: '/public/order/:token/reviews',
  summary: "The buyer's reviews of the items of an order",
  access: 'public',
  params: byToken,
  reply: z.object({ items: z.array(OrderItemReview) }),
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/** Writes or changes the review of an order item. A repetition changes nothing. */
export const saveReview = endpoint({
  method: 'PUT',
  path: '/public/order/:token/items/:item/review',
  summary: 'Write or change the review of a bought product',
  access: 'public',
  params: byItem,
  body: ReviewForm,
  reply: OrderItemReview,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED', 'ERROR_REVIEW_NOT_ALLOWED'],
})

/** Deletes the review of an order item, which is always possible. */
export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/public/order/:token/items/:item/review',
  summary: "Delete the buyer's review of a product",
  access: 'public',
  params: byItem,
  reply: OrderItemReview,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})
