import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/http/api-error.ts'
import type { Config } from '#server/config.ts'
import { hasToken } from './metrics.ts'

export const PROXY_CHECK_PATH = '/proxy-check'

/** What this process saw of a request that came through the proxy. */
export interface SeenRequest {
  /** The address that limits and security events use. */
  clientAddress: string
  /** The address that opened the connection: the last proxy, or the client itself. */
  connectionAddress: string
  /** The header X-Forwarded-For; null if none came. */
  forwardedFor: string | null
  host: string
}

/**
 * Serves the request by which the command `doctor` finds out how the proxy passes requests on. It is answered as soon
 * as the headers are here, without the body: an answer shows that the proxy neither refuses the announced length nor
 * waits for the whole body.
 */
export function registerProxyCheckRoute(
  app: FastifyInstance,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): void {
  app.post(
    PROXY_CHECK_PATH,
    {
      async onRequest(request, reply) {
        if (!hasToken(request, metricsToken))
          throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'metrics token')
        const forwarded = request.headers['x-forwarded-for']
        const seen: SeenRequest = {
          clientAddress: request.ip,
          connectionAddress: request.socket.remoteAddress ?? '',
          forwardedFor: forwarded === undefined ? null : String(forwarded),
          host: request.headers.host ?? '',
        }
        return reply.send(seen)
      },
    },
    () => undefined,
  )
}
