import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#server/config.ts'
import { sendError } from './errors.ts'
import { resolveLanguage } from './hooks/language.ts'
import { repairPagePath } from './repair-page-path.ts'

const JSON_MAX_BYTES = 128 * 1024
/**
 * The maximum time in milliseconds in which a request must arrive. It is enough for the largest file over a slow
 * connection.
 */
const REQUEST_TIMEOUT_MS = 20 * 60_000
/** The maximum length of a URL in characters. Node itself refuses longer request lines and headers. */
const MAX_URL_LENGTH = 16 * 1024

/** Creates the HTTP server without any routes or hooks. */
export function createServer(config: Config, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger, because each log line names its request anyway.
    childLoggerFactory: logger => logger,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: JSON_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // The router does not limit the length of parameters: the schema of a parameter refuses a value that is too long.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    rewriteUrl: ({ url = '/' }) => repairPagePath(url),
    // The router reports its errors before any hook has set the request's language, so the language is set here.
    frameworkErrors(error, request, reply) {
      request.locale = resolveLanguage(request, config.language)
      return sendError(error, request, reply)
    },
  })
}
