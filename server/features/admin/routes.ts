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
import { mountAdminAction } from './admin-action.ts'
import { listAuditLog } from './audit.ts'
import { getCommission, listCommissionDifferences } from './commission.ts'
import { addAddressChange } from '#server/features/address-change/address-change.ts'
import { openAccess } from '#server/features/orders/access/change-access.ts'
import { isLargeRefund } from '#server/features/payments/refunds/large-refund.ts'
import { requestPart } from '#server/features/payments/refunds/request-refund.ts'
import {
  deliverReviewedOrder,
  dismissReview,
} from '#server/features/payments/review/decide-review.ts'
import { releaseHold } from '#server/features/payments/review/release-hold.ts'
import type { Context } from '#server/context.ts'
import { getOrderInReview, listOrdersInReview, recheckOrder, resendOrder } from './orders.ts'
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
  getProduct,
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
  const reply = ({ id }: { id: number }) => getUserDetail(context, id)
  mountAdminAction(app, context, users.verifyUser, { apply: verifyUser, reply })
  mountAdminAction(app, context, users.suspendUser, {
    apply: (tx, input) => suspendUser(context, tx, input),
    reply,
  })
  mountAdminAction(app, context, users.unsuspendUser, {
    apply: (tx, input) => unsuspendUser(context, tx, input),
    reply,
  })
  mountAdminAction(app, context, users.setQuota, {
    apply: (tx, input) => setQuota(context, tx, input),
    reply,
  })
}

function productRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, products.listAllProducts, ({ query }) => listProducts(context, query))
  const reply = ({ id }: { id: number }) => getProduct(context, id)
  mountAdminAction(app, context, products.takeDownProduct, {
    apply: (tx, input) => takeDownProduct(context, tx, input),
    reply,
  })
  mountAdminAction(app, context, products.restoreProduct, {
    apply: (tx, input) => restoreProduct(context, tx, input),
    reply,
  })
  mountEndpoint(app, reportProduct, ({ params, body }) => storeReport(context, params.id, body), {
    limit: RATE_LIMITS_BY_IP.report,
  })
  mountEndpoint(app, products.listReports, ({ query }) => listReports(context, query))
  mountAdminAction(app, context, products.closeReport, { apply: closeReport })
}

function orderRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, orders.listOrdersInReview, ({ query }) => listOrdersInReview(context, query))
  mountEndpoint(app, orders.getOrderInReview, ({ params }) =>
    getOrderInReview(context, params.orderId),
  )
  mountAdminAction(app, context, orders.recheckOrder, { apply: recheckOrder })
  mountAdminAction(app, context, orders.releaseOrder, {
    apply: (tx, { orderId }) => releaseHold(tx, orderId),
  })
  mountAdminAction(app, context, orders.refundOrder, {
    needsProof: ({ params, body }) =>
      isLargeRefund(context, { ...(params as { orderId?: unknown }), body }),
    input: ({ user, params, body, request }) => ({
      requestedBy: user.id,
      ...params,
      ...body,
      request: digestRequest(readIdempotencyKey(request), body),
    }),
    apply: (tx, input) => requestPart(tx, input),
  })
  mountAdminAction(app, context, orders.deliverOrder, { apply: deliverReviewedOrder })
  mountAdminAction(app, context, orders.dismissOrder, { apply: dismissReview })
  mountAdminAction(app, context, orders.resendOrder, { apply: resendOrder })
  mountAdminAction(app, context, orders.openOrderAccess, {
    apply: (tx, { orderId }) => openAccess(context, tx, orderId, 'admin'),
  })
  mountAdminAction(app, context, orders.changeOrderAddress, {
    apply: (tx, { orderId, newEmail }) =>
      addAddressChange(context, tx, { orderId, requester: 'admin', newEmail }),
  })
}

function operationRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, operations.getAdminOverview, () => getAdminOverview(context))
  mountEndpoint(app, operations.listDeadJobs, ({ query }) => listDeadJobs(context, query.cursor))
  mountAdminAction(app, context, operations.retryJob, { apply: retryJob })
  mountAdminAction(app, context, operations.retryAllJobs, {
    apply: retryAllJobs,
    targetId: ({ retried }) => retried,
  })
  mountEndpoint(app, commission.getCommission, ({ query }) => getCommission(context, query.year))
  mountEndpoint(app, commission.listCommissionDifferences, ({ query }) =>
    listCommissionDifferences(context, query),
  )
  mountEndpoint(app, operations.listAuditLog, ({ query }) => listAuditLog(context.db, query))
}
