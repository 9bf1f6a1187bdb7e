import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { ApiError } from '#server/http/api-error.ts'

/** Serves Prometheus metrics at /metrics to clients that send the token of the setting METRICS_TOKEN. */
export function registerMetricsRoute(
  app: FastifyInstance,
  registry: Registry,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, token)) throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'metrics token')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Tells whether a request carries the token of the setting METRICS_TOKEN. */
export const hasToken = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && isSame(headers.authorization ?? '', `Bearer ${token}`)

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
