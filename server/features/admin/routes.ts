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

export function registerAdminRoutes(app: FastifyInstance, deps: Context): void {
  userRoutes(app, deps)
  productRoutes(app, deps)
  orderRoutes(app, deps)
  operationRoutes(app, deps)
  registerAdminReviewRoutes(app, deps)
  registerTestimonialRoutes(app, deps)
  registerUnmatchedPaymentRoutes(app, deps)
  registerFileScanRoutes(app, deps)
}

function userRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, users.listUsers, ({ query }) => listUsers(deps, query))
  mountEndpoint(app, users.getUserDetail, ({ params }) => getUserDetail(deps, params.id))
  mountEndpoint(app, users.verifyUser, ({ user, params, body }) =>
    verifyUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.suspendUser, ({ user, params, body }) =>
    suspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.unsuspendUser, ({ user, params, body }) =>
    unsuspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  mountEndpoint(app, users.setQuota, ({ user, params, body }) =>
    setQuota(deps, { adminId: user.id, userId: params.id, ...body }),
  )
}

function productRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, products.listAllProducts, ({ query }) => listProducts(deps, query))
  mountEndpoint(app, products.takeDownProduct, ({ user, params, body }) =>
    takeDownProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  mountEndpoint(app, products.restoreProduct, ({ user, params, body }) =>
    restoreProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  mountEndpoint(app, reportProduct, ({ params, body }) => storeReport(deps, params.id, body), {
    limit: RATE_LIMITS_BY_IP.report,
  })
  mountEndpoint(app, products.listReports, ({ query }) => listReports(deps, query))
  mountEndpoint(app, products.closeReport, ({ user, params, body }) =>
    closeReport(deps, { adminId: user.id, reportId: params.id, ...body }),
  )
}

function orderRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, orders.listOrdersInReview, ({ query }) => listOrdersInReview(deps, query))
  mountEndpoint(app, orders.getOrderInReview, ({ params }) =>
    getOrderInReview(deps, params.orderId),
  )
  mountEndpoint(app, orders.recheckOrder, ({ user, params }) =>
    recheckOrder(deps, { adminId: user.id, ...params }),
  )
  mountEndpoint(app, orders.releaseOrder, ({ user, params, body }) =>
    releaseOrder(deps, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(
    app,
    orders.refundOrder,
    ({ user, params, body, request }) =>
      refundOrder(deps, {
        adminId: user.id,
        ...params,
        ...body,
        request: digestRequest(readIdempotencyKey(request), body),
      }),
    {
      needsProof: ({ params, body }) =>
        isLargeRefund(deps, { ...(params as { orderId?: unknown }), body }),
    },
  )
  mountEndpoint(app, orders.deliverOrder, ({ user, params, body }) =>
    deliverOrder(deps, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.dismissOrder, ({ user, params, body }) =>
    dismissOrder(deps, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.resendOrder, ({ user, params }) =>
    resendOrder(deps, { adminId: user.id, ...params }),
  )
  mountEndpoint(app, orders.openOrderAccess, ({ user, params, body }) =>
    openOrderAccess(deps, { adminId: user.id, ...params, ...body }),
  )
  mountEndpoint(app, orders.changeOrderAddress, ({ user, params, body }) =>
    changeOrderAddress(deps, { adminId: user.id, ...params, ...body }),
  )
}

function operationRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, operations.getAdminOverview, () => getAdminOverview(deps))
  mountEndpoint(app, operations.listDeadJobs, ({ query }) => listDeadJobs(deps, query.cursor))
  mountEndpoint(app, operations.retryJob, ({ user, params }) =>
    retryJob(deps, { adminId: user.id, jobId: params.id }),
  )
  mountEndpoint(app, operations.retryAllJobs, ({ user }) => retryAllJobs(deps, user.id))
  mountEndpoint(app, commission.getCommission, ({ query }) => getCommission(deps, query.year))
  mountEndpoint(app, commission.listCommissionDifferences, ({ query }) =>
    listCommissionDifferences(deps, query),
  )
  mountEndpoint(app, operations.listAuditLog, ({ query }) => listAuditLog(deps.db, query))
}
