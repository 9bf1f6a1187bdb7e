import type { FastifyInstance } from 'fastify'
import { writeToSupport } from '#contract/support.ts'
import { LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import { route } from '#server/http/endpoint.ts'
import { type SupportDeps, passOn } from './service.ts'

export function supportRoutes(app: FastifyInstance, deps: SupportDeps): void {
  route(
    app,
    writeToSupport,
    ({ body, user, locale }) =>
      passOn(deps, { ...body, locale, userId: user?.id }).then(() => undefined),
    { limit: LIMITS_BY_IP.support },
  )
}
