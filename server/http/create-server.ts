import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#server/config.ts'
import { sendError } from './errors.ts'
import { resolveLanguage } from './hooks/language.ts'
import { repairPagePath } from './repair-page-path.ts'

const JSON_MAX_BYTES = 128 * 1024
/** The maximum time in which a request must arrive, enough for the largest file over a slow connection. */
const REQUEST_TIMEOUT_MS = 20 * 60_000
/** Node refuses longer request lines and headers itself. */
const MAX_URL_LENGTH = 16 * 1024

/** Creates the HTTP server, without any route or hook. */
export function createServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // Requests share one logger, because each log line names its request by itself.
    childLoggerFactory: logger => logger,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The router has no limit of its own: a long parameter is refused by its schema, like any other wrong value.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    rewriteUrl: ({ url = '/' }) => repairPagePath(url),
    // Errors of the router come before the hooks, which would set the language.
    frameworkErrors(error, request, reply) {
      request.locale = resolveLanguage(request, config.language)
      return sendError(error, request, reply)
    },
  })
}
