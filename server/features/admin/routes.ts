import type { FastifyInstance } from 'fastify'
import * as orders from '#contract/admin/orders.ts'
import * as people from '#contract/admin/users.ts'
import * as shelves from '#contract/admin/products.ts'
import * as upkeep from '#contract/admin/operations.ts'
import { reportProduct } from '#contract/catalog/reports.ts'
import { LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { route } from '#server/http/endpoint.ts'
import { listAudit } from './audit.ts'
import type { AdminDeps } from './deps.ts'
import { checkAgain, describeReview, listReviews, refund, release } from './orders.ts'
import {
  describeUser,
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
  reportProduct as takeReport,
  restoreProduct,
  takeDownProduct,
} from './products.ts'
import { testimonialRoutes } from './testimonials/routes.ts'
import { describeOverview, listDeadJobs, retryAllJobs, retryJob } from './operations.ts'

const nothing = () => undefined

export function adminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  peopleRoutes(app, deps)
  shelvesRoutes(app, deps)
  orderRoutes(app, deps)
  upkeepRoutes(app, deps)
  testimonialRoutes(app, deps)
}

function peopleRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, people.listUsers, ({ query }) => listUsers(deps, query))
  route(app, people.getUserDetail, ({ params }) => describeUser(deps, params.id))
  route(app, people.verifyUser, ({ user, params, body }) =>
    verifyUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, people.suspendUser, ({ user, params, body }) =>
    suspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, people.unsuspendUser, ({ user, params, body }) =>
    unsuspendUser(deps, { adminId: user.id, userId: params.id, ...body }),
  )
  route(app, people.setQuota, ({ user, params, body }) =>
    setQuota(deps, { adminId: user.id, userId: params.id, ...body }),
  )
}

function shelvesRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, shelves.listAllProducts, ({ query }) => listProducts(deps, query))
  route(app, shelves.takeDownProduct, ({ user, params, body }) =>
    takeDownProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  route(app, shelves.restoreProduct, ({ user, params, body }) =>
    restoreProduct(deps, { adminId: user.id, productId: params.id, ...body }),
  )
  route(app, reportProduct, ({ params, body }) => takeReport(deps, params.id, body).then(nothing), {
    limit: LIMITS_BY_IP.report,
  })
  route(app, shelves.listReports, ({ query }) => listReports(deps, query))
  route(app, shelves.closeReport, ({ user, params, body }) =>
    closeReport(deps, { adminId: user.id, reportId: params.id, ...body }).then(nothing),
  )
}

function orderRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, orders.listOrdersInReview, () => listReviews(deps))
  route(app, orders.getOrderInReview, ({ params }) => describeReview(deps, params.orderId))
  route(app, orders.recheckOrder, ({ user, params }) =>
    checkAgain(deps, { adminId: user.id, ...params }).then(nothing),
  )
  route(app, orders.releaseOrder, ({ user, params, body }) =>
    release(deps, { adminId: user.id, ...params, ...body }).then(nothing),
  )
  route(app, orders.refundOrder, ({ user, params, body }) =>
    refund(deps, { adminId: user.id, ...params, ...body }).then(nothing),
  )
}

function upkeepRoutes(app: FastifyInstance, deps: AdminDeps): void {
  route(app, upkeep.getOverview, () => describeOverview(deps))
  route(app, upkeep.listDeadJobs, ({ query }) => listDeadJobs(deps, query.cursor))
  route(app, upkeep.retryJob, ({ user, params }) =>
    retryJob(deps, { adminId: user.id, jobId: params.id }).then(nothing),
  )
  route(app, upkeep.retryAllJobs, ({ user }) => retryAllJobs(deps, user.id))
  route(app, upkeep.listAuditLog, ({ query }) => listAudit(deps.db, query))
}
