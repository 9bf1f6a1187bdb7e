import { randomUUID } from 'node:crypto'
import { type Server, createServer as createHttpServer } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { sendError } from './errors.ts'
import { FrontCache, type FrontCacheDeps } from './front-cache.ts'
import { resolveLanguage } from './hooks/language.ts'
import { repairPagePath } from './repair-page-path.ts'
import { closeSlowBody } from './uploads/body-speed.ts'

/** The maximum size in bytes of a JSON body. The largest form, a message to support, needs about 12 KB. */
const JSON_MAX_BYTES = 16 * 1024
/**
 * The maximum time in milliseconds in which a request must arrive. It is enough for the largest file over a slow
 * connection.
 */
const REQUEST_TIMEOUT_MS = 20 * 60_000
/** The maximum time in milliseconds in which the headers of a request must arrive, also the first of a connection. */
const HEADERS_TIMEOUT_MS = 20_000
const CONNECTIONS_CHECK_MS = 5000
/** The time in milliseconds for which an idle connection stays open. */
const KEEP_ALIVE_MS = 72_000
/** The maximum length of a URL in characters. Node itself refuses longer request lines and headers. */
const MAX_URL_LENGTH = 16 * 1024

/** Creates the HTTP server with the cache in front of it, without any routes or hooks. */
export function createServer(log: FastifyBaseLogger, deps: FrontCacheDeps): FastifyInstance {
  const { config, responseCache } = deps
  const frontCache = new FrontCache(deps)
  const server = Fastify({
    serverFactory(handle) {
      const options = {
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
        connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
      }
      const httpServer = createHttpServer(options, (request, response) => {
        closeSlowBody(request)
        if (!httpServer.listening) response.setHeader('connection', 'close')
        void frontCache.answer(request, response, handle)
      })
      return httpServer
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
  // A request that arrived before the server began to stop is answered by it, but the next one by another process.
  server.addHook('onSend', async (_request, reply) => {
    if (!server.server.listening) reply.header('connection', 'close')
  })
  server.decorate('responseCache', responseCache)
  server.decorate('frontCache', frontCache)
  return server
}

/**
 * Stops accepting connections, and waits until all running requests are answered. Fastify is closed only afterwards,
 * since a page that is being rendered calls the API inside this process, which Fastify refuses once it is closing.
 * @param graceMs after this time in milliseconds all connections are closed, so that a stalled download does not keep
 * the process alive
 */
export async function finishRequests(httpServer: Server, graceMs: number): Promise<void> {
  if (!httpServer.listening) return
  const cut = setTimeout(() => httpServer.closeAllConnections(), graceMs)
  await new Promise(resolve => httpServer.close(resolve))
  clearTimeout(cut)
}
