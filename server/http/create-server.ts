import { randomBytes, randomUUID } from 'node:crypto'
import { createServer as createHttpServer } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { PublicReads } from '../cache/public-reads.ts'
import { sendError } from './errors.ts'
import { FrontCache, type FrontCacheServices } from './front-cache.ts'
import { resolveLanguage } from './hooks/language.ts'
import { repairPagePath } from './repair-page-path.ts'
import type { Lifecycle } from './lifecycle/stop-serving.ts'
import { closeSlowBody } from './uploads/body-speed.ts'

/** The maximum size in bytes of a JSON body. The largest form, a message to support, needs about 12 KB. */
const JSON_MAX_BYTES = 16 * 1024
/**
 * The speed in bytes a second (350 kbit/s) at which the largest upload still arrives in time. Bodies that are much
 * slower are ended sooner, by `closeSlowBody`.
 */
const SLOWEST_UPLOAD = 44_000
const MIN_REQUEST_TIMEOUT_MS = 20 * 60_000
/** The maximum time in milliseconds in which the headers of a request must arrive, also the first of a connection. */
const HEADERS_TIMEOUT_MS = 20_000
const CONNECTIONS_CHECK_MS = 5000
/** The time in milliseconds for which an idle connection stays open. */
const KEEP_ALIVE_MS = 72_000
/** The maximum length of a URL in characters. Node itself refuses longer request lines and headers. */
const MAX_URL_LENGTH = 16 * 1024

/** Creates the HTTP server with the cache in front of it, without any routes or hooks. */
export function createServer(
  log: FastifyBaseLogger,
  { publicReads, ...services }: FrontCacheServices & { publicReads: PublicReads },
): FastifyInstance {
  const { config, responseCache } = services
  const frontCache = new FrontCache(services)
  const lifecycle: Lifecycle = { isStopping: false }
  const server = Fastify({
    serverFactory(handle) {
      const options = {
        requestTimeout: Math.max(
          MIN_REQUEST_TIMEOUT_MS,
          Math.ceil((config.formFileMaxBytes / SLOWEST_UPLOAD) * 1000),
        ),
        headersTimeout: HEADERS_TIMEOUT_MS,
        connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      }
      return createHttpServer(options, (request, response) => {
        closeSlowBody(request)
        if (lifecycle.isStopping) response.setHeader('connection', 'close')
        void frontCache.answer(request, response, handle)
      })
    },
    genReqId: () => randomUUID(),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // All requests share one logger, because each log line names its request anyway.
    childLoggerFactory: logger => logger,
    trustProxy: config.trustProxy ?? false,
    bodyLimit: JSON_MAX_BYTES,
    // The router does not limit the length of parameters: the schema of a parameter refuses a value that is too long.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    rewriteUrl: ({ url = '/' }) => repairPagePath(url),
    // The router reports its errors before any hook has set the request's language, so the language is set here.
    frameworkErrors(error, request, reply) {
      request.locale = resolveLanguage(request, config.language)
      return sendError(error, request, reply)
    },
  })
  // A stopping server answers its requests, but the next one on the same connection is for another process.
  server.addHook('onSend', async (_request, reply) => {
    if (lifecycle.isStopping) reply.header('connection', 'close')
  })
  server.decorate('lifecycle', lifecycle)
  server.decorate('responseCache', responseCache)
  server.decorate('frontCache', frontCache)
  server.decorate('publicReads', publicReads)
  server.decorate('renderLimits', services.renderLimits)
  server.decorate('internalKey', randomBytes(32).toString('hex'))
  return server
}
