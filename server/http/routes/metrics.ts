import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { ApiError } from '#server/http/api-error.ts'

export type RequestDuration = Histogram<'method' | 'route' | 'status'>

/** The metrics of a process: those of Node.js, and the durations of requests. */
export interface ServerMetrics {
  registry: Registry
  /** The durations of requests in seconds. `route` is the route pattern, such as `/api/products/:id`. */
  requestDuration: RequestDuration
}

export function createServerMetrics(): ServerMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requestDuration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return { registry, requestDuration }
}

/** Serves Prometheus metrics at /metrics to clients that send the token of the setting METRICS_TOKEN. */
export function registerMetricsRoute(
  app: FastifyInstance,
  { registry }: ServerMetrics,
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
