import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/admin/product-reviews.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { mountAdminAction } from '../admin-action.ts'
import { dismissReport, hideReview, listReviews, showReview } from './moderate-reviews.ts'

export function registerAdminReviewRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, contract.listAdminReviews, ({ query }) => listReviews(context, query))
  mountAdminAction(app, context, contract.hideReview, { apply: hideReview })
  mountAdminAction(app, context, contract.showReview, { apply: showReview })
  mountAdminAction(app, context, contract.dismissReviewReport, { apply: dismissReport })
}
