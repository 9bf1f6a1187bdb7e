import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { ApiError } from '#server/http/api-error.ts'
import type { Told } from './answered.ts'

/** What Prometheus is told: the process, and how long answers take. */
export function createMetrics(): { registry: Registry; count: Told } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })

  // Finding the buckets of a set of labels takes longer than counting: they are kept, as many as there are routes.
  const known = new Map<string, ReturnType<typeof duration.labels>>()
  return {
    registry,
    count({ method, route, status, ms }) {
      const name = `${method} ${status} ${route}`
      let buckets = known.get(name)
      if (!buckets) known.set(name, (buckets = duration.labels(method, route, `${status}`)))
      buckets.observe(ms / 1000)
    },
  }
}

/** Prometheus text at /metrics, only with the token of the setting METRICS_TOKEN. */
export function metrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!token || !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'metrics token')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
