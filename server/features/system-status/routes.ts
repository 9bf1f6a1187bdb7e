import type { FastifyInstance } from 'fastify'
import { getSystemStatus } from '#contract/system-status.ts'
import { ApiError } from '#server/http/api-error.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { hasToken } from '#server/http/routes/metrics.ts'
import { type StatusContext, createStatusReader } from './service.ts'

/** The address at which the command `doctor` reads the status page. */
export const STATUS_PATH = '/status'

/** Serves the status page to admins, and to whoever sends the token of the setting METRICS_TOKEN. */
export function registerSystemStatusRoutes(
  { api, server }: { api: FastifyInstance; server: FastifyInstance },
  context: StatusContext & { config: { metricsToken: string | undefined } },
): void {
  const readStatus = createStatusReader(context)
  mountEndpoint(api, getSystemStatus, ({ locale }) => readStatus(locale))
  server.get(STATUS_PATH, async request => {
    if (!hasToken(request, context.config.metricsToken))
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'metrics token')
    return readStatus('en')
  })
}
