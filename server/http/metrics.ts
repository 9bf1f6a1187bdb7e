import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { ApiError } from '#server/http/api-error.ts'
import type { Told } from './access-log.ts'
import { createDurations } from './request-duration.ts'

/** What Prometheus is told: the process, and how long answers take. */
export interface Metrics {
  countAs: Told
  contentType: string
  text: () => Promise<string>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = createDurations()
  return {
    countAs: durations.countAs,
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${durations.text()}`,
  }
}

/** Prometheus text at /metrics, only with the token of the setting METRICS_TOKEN. */
export function metrics(
  app: FastifyInstance,
  { contentType, text }: Metrics,
  token: string | undefined,
): void {
  app.get('/metrics', async (request, reply) => {
    if (!token || !isSame(request.headers.authorization ?? '', `Bearer ${token}`))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'metrics token')
    return reply.type(contentType).send(await text())
  })
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
