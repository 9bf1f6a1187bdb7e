import type { FastifyInstance } from 'fastify'
import { sendSupportMessage } from '#contract/support.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { forwardSupportMessage } from './service.ts'

export function registerSupportRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(
    app,
    sendSupportMessage,
    ({ body, user, locale }) =>
      forwardSupportMessage(context, { ...body, locale, userId: user?.id }),
    { limit: RATE_LIMITS_BY_IP.support },
  )
}
