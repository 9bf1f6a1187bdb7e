import type { FastifyInstance } from 'fastify'
import { sendSupportMessage } from '#contract/support.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { forwardSupportMessage } from './service.ts'

export function registerSupportRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(
    app,
    sendSupportMessage,
    ({ body, user, locale }) => forwardSupportMessage(deps, { ...body, locale, userId: user?.id }),
    { limit: RATE_LIMITS_BY_IP.support },
  )
}
