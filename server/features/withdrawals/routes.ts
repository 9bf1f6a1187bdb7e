import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/withdrawals.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { getOrderWithdrawal, requestWithdrawal, withdrawFromOrder } from './withdraw.ts'

export function registerWithdrawalsRoutes(app: FastifyInstance, deps: WithdrawalsDeps): void {
  mountEndpoint(
    app,
    contract.requestWithdrawal,
    ({ body }) => requestWithdrawal(deps, body.contact),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
  mountEndpoint(app, contract.getOrderWithdrawal, ({ params }) =>
    getOrderWithdrawal(deps, params.token),
  )
  mountEndpoint(
    app,
    contract.withdrawFromOrder,
    ({ params }) => withdrawFromOrder(deps, params.token),
    { limit: RATE_LIMITS_BY_IP.withdrawal },
  )
}
