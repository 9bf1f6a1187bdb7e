import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/product-reviews/reviews.ts'
import * as seller from '#contract/product-reviews/seller-reviews.ts'
import { mountCachedEndpoint, mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { deleteReview, listProductReviewsOfOrder, saveReview } from './buyer-reviews.ts'
import { getProductReviews } from './public-reviews.ts'
import { getSellerReviews, reportReview, setReply } from './seller-reviews.ts'

export function registerProductReviewsRoutes(app: FastifyInstance, context: Context): void {
  mountCachedEndpoint(
    app,
    contract.listProductReviews,
    ({ params, query, db }) => getProductReviews({ ...context, db }, params.id, query.page ?? 1),
    {
      key: ({ params, query }) => `${params.id} ${query.page ?? 1}`,
      // Pages after the last page are not cached, since visitors could request any number of them.
      tags: ({ params, query }, { reviews }) =>
        (query.page ?? 1) > 1 && reviews.length === 0 ? undefined : [`product:${params.id}`],
    },
  )
  mountEndpoint(app, contract.listProductReviewsOfOrder, ({ params, user }) =>
    listProductReviewsOfOrder(context, params.token, user?.id),
  )
  mountEndpoint(
    app,
    contract.saveReview,
    ({ params, body, user, locale }) =>
      saveReview(context, { ...params, userId: user?.id }, body, locale),
    { limit: RATE_LIMITS_BY_IP.review, changesPublicData: true },
  )
  mountEndpoint(
    app,
    contract.deleteReview,
    ({ params, user }) => deleteReview(context, { ...params, userId: user?.id }),
    { limit: RATE_LIMITS_BY_IP.review, changesPublicData: true },
  )
  mountEndpoint(app, seller.listSellerReviews, ({ user, query }) =>
    getSellerReviews(context, user.id, query.cursor),
  )
  mountEndpoint(app, seller.saveReviewReply, ({ user, params, body }) =>
    setReply(context, user.id, params.id, body.text),
  )
  mountEndpoint(app, seller.deleteReviewReply, ({ user, params }) =>
    setReply(context, user.id, params.id, null),
  )
  mountEndpoint(
    app,
    seller.reportReview,
    ({ user, params, body }) => reportReview(context, user.id, params.id, body.reason),
    { limit: RATE_LIMITS_BY_IP.report },
  )
}
