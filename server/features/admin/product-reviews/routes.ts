import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin/product-reviews.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { dismissReport, hideReview, listReviews, showReview } from './moderate-reviews.ts'

export function registerAdminReviewRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.listAdminReviews, ({ query }) => listReviews(context, query))
  mountEndpoint(app, contract.hideReview, ({ user, params, body }) =>
    hideReview(context, { adminId: user.id, reviewId: params.id, ...body }),
  )
  mountEndpoint(app, contract.showReview, ({ user, params, body }) =>
    showReview(context, { adminId: user.id, reviewId: params.id, ...body }),
  )
  mountEndpoint(app, contract.dismissReviewReport, ({ user, params, body }) =>
    dismissReport(context, { adminId: user.id, reviewId: params.id, ...body }),
  )
}
