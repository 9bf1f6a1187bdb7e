import type { EndpointReply } from '#contract/core/endpoint.ts'
import { sum } from '#contract/core/sum.ts'
import { REVIEWS_PER_PAGE, type listProductReviews } from '#contract/product-reviews/reviews.ts'
import { hasPublicPage } from '#server/features/storefront/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { serializeReply } from './buyer-reviews.ts'
import { countReviewsByStars, findShownReviews } from './queries.ts'

/**
 * Returns a page of the reviews of a product for sale, newest first.
 * @param page the page number, from 1
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product is not for sale
 */
export async function getProductReviews(
  { db }: Context,
  productId: number,
  page: number,
): Promise<EndpointReply<typeof listProductReviews>> {
  const offset = (page - 1) * REVIEWS_PER_PAGE
  const [isListed, rows, stars] = await Promise.all([
    hasPublicPage(db, productId),
    findShownReviews(db, { productId, limit: REVIEWS_PER_PAGE, offset }),
    countReviewsByStars(db, productId),
  ])
  if (!isListed) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  const counts = [1, 2, 3, 4, 5].map(star => stars.find(row => row.stars === star)?.count ?? 0)
  return {
    reviews: rows.map(row => ({
      id: row.id,
      stars: row.stars,
      text: row.text,
      language: row.language,
      name: row.name,
      at: row.createdAt.toISOString(),
      reply: serializeReply(row),
    })),
    total: sum(counts),
    counts,
  }
}
