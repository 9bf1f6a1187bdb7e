import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin/product-reviews.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { dismissReport, hideReview, listReviews, showReview } from './moderate-reviews.ts'

export function registerAdminReviewRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, contract.listAdminReviews, ({ query }) => listReviews(deps, query))
  mountEndpoint(app, contract.hideReview, ({ user, params, body }) =>
    hideReview(deps, { adminId: user.id, reviewId: params.id, ...body }),
  )
  mountEndpoint(app, contract.showReview, ({ user, params, body }) =>
    showReview(deps, { adminId: user.id, reviewId: params.id, ...body }),
  )
  mountEndpoint(app, contract.dismissReviewReport, ({ user, params, body }) =>
    dismissReport(deps, { adminId: user.id, reviewId: params.id, ...body }),
  )
}
