import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/withdrawals.ts'
import { isLargeRefund } from '#server/features/payments/refunds/large-refund.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { answerWithdrawal, listSellerWithdrawals } from './answer.ts'
import { getOrderWithdrawal, requestWithdrawal, withdrawFromOrder } from './withdraw.ts'

export function registerWithdrawalsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(
    app,
    contract.requestWithdrawal,
    ({ body }) => requestWithdrawal(context, body.contact),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
  mountEndpoint(app, contract.getOrderWithdrawal, ({ params }) =>
    getOrderWithdrawal(context, params.token),
  )
  mountEndpoint(app, contract.listWithdrawals, ({ user }) =>
    listSellerWithdrawals(context, user.id),
  )
  mountEndpoint(
    app,
    contract.grantWithdrawal,
    ({ user, params }) => answerWithdrawal(context, user.id, params.orderId, undefined),
    {
      needsProof: ({ params }, user) =>
        isLargeRefund(context, { ...(params as { orderId?: unknown }), sellerId: user.id }),
    },
  )
  mountEndpoint(app, contract.declineWithdrawal, ({ user, params, body }) =>
    answerWithdrawal(context, user.id, params.orderId, body.reason),
  )
  mountEndpoint(
    app,
    contract.withdrawFromOrder,
    ({ params }) => withdrawFromOrder(context, params.token),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
}
