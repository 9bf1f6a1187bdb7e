import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/buyer-messages.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { messageSeller } from './message-seller.ts'

export function registerBuyerMessagesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(
    app,
    contract.messageSeller,
    ({ params, body }) => messageSeller(context, params.token, body.message),
    { limit: RATE_LIMITS_BY_IP.support },
  )
}
