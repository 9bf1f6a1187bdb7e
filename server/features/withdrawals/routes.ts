import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/withdrawals.ts'
import { isLargeRefund } from '#server/features/payments/refunds/large-refund.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { answerWithdrawal, listSellerWithdrawals } from './answer.ts'
import { getOrderWithdrawal, requestWithdrawal, withdrawFromOrder } from './withdraw.ts'

export function registerWithdrawalsRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(
    app,
    contract.requestWithdrawal,
    ({ body }) => requestWithdrawal(deps, body.contact),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
  mountEndpoint(app, contract.getOrderWithdrawal, ({ params }) =>
    getOrderWithdrawal(deps, params.token),
  )
  mountEndpoint(app, contract.listWithdrawals, ({ user }) => listSellerWithdrawals(deps, user.id))
  mountEndpoint(
    app,
    contract.grantWithdrawal,
    ({ user, params }) => answerWithdrawal(deps, user.id, params.orderId, undefined),
    {
      needsProof: ({ params }, user) =>
        isLargeRefund(deps, { ...(params as { orderId?: unknown }), sellerId: user.id }),
    },
  )
  mountEndpoint(app, contract.declineWithdrawal, ({ user, params, body }) =>
    answerWithdrawal(deps, user.id, params.orderId, body.reason),
  )
  mountEndpoint(
    app,
    contract.withdrawFromOrder,
    ({ params }) => withdrawFromOrder(deps, params.token),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
}
