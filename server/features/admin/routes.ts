import type { FastifyInstance } from 'fastify'
import * as orders from '#contract/admin/orders.ts'
import * as users from '#contract/admin/users.ts'
import * as products from '#contract/admin/products.ts'
import * as operations from '#contract/admin/operations.ts'
import { reportProduct } from '#contract/catalog/reports.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { route } from '#server/http/endpoint.ts'
import { listAuditLog } from './audit.ts'
import type { AdminDeps } from './deps.ts'
import {
  getOrderInReview,
  listOrdersInReview,
  recheckOrder,
  refundOrder,
  releaseOrder,
} from './orders.ts'
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
import { registerTestimonialRoutes } from './testimonials/routes.ts'
import { getAdminOverview, listDeadJobs, retryAllJobs, retryJob } from './operations.ts'

const noContent = () => undefined

export function registerAdminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  userRoutes(app, deps)
  productRoutes(app, deps)
  orderRoutes(app, deps)
  operationRoutes(app, deps)
  registerTestimonialRoutes(app, deps)
}

function userRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, users.listUsers, ({ query }) => listUsers(deps, query))
  route(app, users.getUserDetail, ({ params }) => getUserDetail(deps, params.id))
  route(app, users.verifyUser, ({ user, params, body }) =>
    verifyUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, users.suspendUser, ({ user, params, body }) =>
    suspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, users.unsuspendUser, ({ user, params, body }) =>
    unsuspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, users.setQuota, ({ user, params, body }) =>
    setQuota(deps, { adminId: user.id, userId: params.id, ...body }),
  )
}

function productRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, products.listAllProducts, ({ query }) => listProducts(deps, query))
  route(app, products.takeDownProduct, ({ user, params, body }) =>
    takeDownProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  route(app, products.restoreProduct, ({ user, params, body }) =>
    restoreProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  route(
    app,
    reportProduct,
    ({ params, body }) => storeReport(deps, params.id, body).then(noContent),
    {
      limit: RATE_LIMITS_BY_IP.report,
    },
  )
  route(app, products.listReports, ({ query }) => listReports(deps, query))
  route(app, products.closeReport, ({ user, params, body }) =>
    closeReport(deps, { adminId: user.id, reportId: params.id, ...body }).then(noContent),
  )
}

function orderRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, orders.listOrdersInReview, () => listOrdersInReview(deps))
  route(app, orders.getOrderInReview, ({ params }) => getOrderInReview(deps, params.orderId))
  route(app, orders.recheckOrder, ({ user, params }) =>
    recheckOrder(deps, { adminId: user.id, ...params }).then(noContent),
  )
  route(app, orders.releaseOrder, ({ user, params, body }) =>
    releaseOrder(deps, { adminId: user.id, ...params, ...body }).then(noContent),
  )
  route(app, orders.refundOrder, ({ user, params, body }) =>
    refundOrder(deps, { adminId: user.id, ...params, ...body }).then(noContent),
  )
}

function operationRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, operations.getAdminOverview, () => getAdminOverview(deps))
  route(app, operations.listDeadJobs, ({ query }) => listDeadJobs(deps, query.cursor))
  route(app, operations.retryJob, ({ user, params }) =>
    retryJob(deps, { adminId: user.id, jobId: params.id }).then(noContent),
  )
  route(app, operations.retryAllJobs, ({ user }) => retryAllJobs(deps, user.id))
  route(app, operations.listAuditLog, ({ query }) => listAuditLog(deps.db, query))
}
