import type { FastifyInstance } from 'fastify'
import * as orders from '#contract/admin/orders.ts'
import * as users from '#contract/admin/users.ts'
import * as products from '#contract/admin/products.ts'
import * as commission from '#contract/admin/commission.ts'
import * as operations from '#contract/admin/operations.ts'
import { reportProduct } from '#contract/admin/reports.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { digestRequest } from '#server/http/idempotency.ts'
import { readIdempotencyKey } from '#server/http/request-headers.ts'
import { listAuditLog } from './audit.ts'
import { getCommission, listCommissionDifferences } from './commission.ts'
import { isLargeRefund } from '#server/features/payments/refunds/large-refund.ts'
import type { Context } from '#server/context.ts'
import {
  deliverOrder,
  dismissOrder,
  getOrderInReview,
  listOrdersInReview,
  recheckOrder,
  refundOrder,
  releaseOrder,
} from './orders.ts'
import { changeOrderAddress, openOrderAccess, resendOrder } from './order-support.ts'
import {
  getUserDetail,
  listUsers,
  setQuota,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from './users.ts'
import {
  closeReport,
  listProducts,
  listReports,
  reportProduct as storeReport,
  restoreProduct,
  takeDownProduct,
} from './products.ts'
import { registerFileScanRoutes } from './file-scans/routes.ts'
import { registerAdminReviewRoutes } from './product-reviews/routes.ts'
import { registerTestimonialRoutes } from './testimonials/routes.ts'
import { registerUnmatchedPaymentRoutes } from './unmatched-payments/routes.ts'
import { getAdminOverview, listDeadJobs, retryAllJobs, retryJob } from './operations.ts'

export function registerAdminRoutes(app: FastifyInstance, context: Context): void {
  userRoutes(app, context)
  productRoutes(app, context)
  orderRoutes(app, context)
  operationRoutes(app, context)
  registerAdminReviewRoutes(app, context)
  registerTestimonialRoutes(app, context)
  registerUnmatchedPaymentRoutes(app, context)
  registerFileScanRoutes(app, context)
}

function userRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, users.listUsers, ({ query }) => listUsers(context, query))
  mountEndpoint(app, users.getUserDetail, ({ params }) => getUserDetail(context, params.id))
  mountEndpoint(app, users.verifyUser, ({ user, params, body }) =>
    verifyUser(context, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.suspendUser, ({ user, params, body }) =>
    suspendUser(context, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.unsuspendUser, ({ user, params, body }) =>
    unsuspendUser(context, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.setQuota, ({ user, params, body }) =>
    setQuota(context, { adminId: user.id, userId: params.id, ...body }),
  )
}

function productRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, products.listAllProducts, ({ query }) => listProducts(context, query))
  mountEndpoint(app, products.takeDownProduct, ({ user, params, body }) =>
    takeDownProduct(context, { adminId: user.id, productId: params.id, ...body }),
  )
  mountEndpoint(app, products.restoreProduct, ({ user, params, body }) =>
    restoreProduct(context, { adminId: user.id, productId: params.id, ...body }),
  )
  mountEndpoint(app, reportProduct, ({ params, body }) => storeReport(context, params.id, body), {
    limit: RATE_LIMITS_BY_IP.report,
  })
  mountEndpoint(app, products.listReports, ({ query }) => listReports(context, query))
  mountEndpoint(app, products.closeReport, ({ user, params, body }) =>
    closeReport(context, { adminId: user.id, reportId: params.id, ...body }),
  )
}

function orderRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, orders.listOrdersInReview, ({ query }) => listOrdersInReview(context, query))
  mountEndpoint(app, orders.getOrderInReview, ({ params }) =>
    getOrderInReview(context, params.orderId),
  )
  mountEndpoint(app, orders.recheckOrder, ({ user, params }) =>
    recheckOrder(context, { adminId: user.id, ...params }),
  )
  mountEndpoint(app, orders.releaseOrder, ({ user, params, body }) =>
    releaseOrder(context, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(
    app,
    orders.refundOrder,
    ({ user, params, body, request }) =>
      refundOrder(context, {
        adminId: user.id,
        ...params,
        ...body,
        request: digestRequest(readIdempotencyKey(request), body),
      }),
    {
      needsProof: ({ params, body }) =>
        isLargeRefund(context, { ...(params as { orderId?: unknown }), body }),
    },
  )
  mountEndpoint(app, orders.deliverOrder, ({ user, params, body }) =>
    deliverOrder(context, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.dismissOrder, ({ user, params, body }) =>
    dismissOrder(context, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.resendOrder, ({ user, params }) =>
    resendOrder(context, { adminId: user.id, ...params }),
  )
  mountEndpoint(app, orders.openOrderAccess, ({ user, params, body }) =>
    openOrderAccess(context, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.changeOrderAddress, ({ user, params, body }) =>
    changeOrderAddress(context, { adminId: user.id, ...params, ...body }),
  )
}

function operationRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, operations.getAdminOverview, () => getAdminOverview(context))
  mountEndpoint(app, operations.listDeadJobs, ({ query }) => listDeadJobs(context, query.cursor))
  mountEndpoint(app, operations.retryJob, ({ user, params }) =>
    retryJob(context, { adminId: user.id, jobId: params.id }),
  )
  mountEndpoint(app, operations.retryAllJobs, ({ user }) => retryAllJobs(context, user.id))
  mountEndpoint(app, commission.getCommission, ({ query }) => getCommission(context, query.year))
  mountEndpoint(app, commission.listCommissionDifferences, ({ query }) =>
    listCommissionDifferences(context, query),
  )
  mountEndpoint(app, operations.listAuditLog, ({ query }) => listAuditLog(context.db, query))
}
