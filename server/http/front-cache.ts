import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Config } from '#server/config.ts'
import type { CacheEntry, ResponseCache } from '#server/cache/response-cache.ts'
import { buildCacheHeaders, chooseEncoding } from '#server/cache/send-cached.ts'
import { resolveLanguage } from './hooks/language.ts'
import { hasOwnChange } from './hooks/own-changes.ts'
import type { RecordResponse } from './hooks/record-response.ts'
import { toIpAddressKey } from './rate-limit/address-key.ts'
import type { ApiRateLimiter } from './rate-limit/api-rate-limit.ts'
import type { RenderLimits } from './rate-limit/render-limits.ts'

/**
 * The maximum length of a URL that is remembered. The pages' own URLs are shorter; a client can add any query to them.
 */
const KNOWN_URL_MAX_LENGTH = 300
/** The maximum size of all known URLs in bytes, and what one takes besides its texts. */
const KNOWN_URLS_MAX_BYTES = 10_000_000
const KNOWN_URL_BYTES = 300

/** What is known of a URL in one language that the app has answered from the response cache before. */
interface KnownUrl {
  cacheKey: string
  /** The route pattern, for the log and the metrics. */
  route: string
  isApi: boolean
}

export interface FrontCacheServices {
  config: Config
  responseCache: ResponseCache
  apiRateLimiter: ApiRateLimiter
  renderLimits: RenderLimits
  recordResponse: RecordResponse
}

/**
 * Answers requests whose response is cached before Fastify routes them, as a shared HTTP cache in front of the server
 * would. Every other request is passed on. The app decides which URLs may be answered here, by `remember`; the response
 * cache decides whether their responses are current.
 */
export class FrontCache {
  readonly #services: FrontCacheServices
  /** The known URLs, by language and URL. */
  readonly #knownUrls = new LRUCache<string, KnownUrl>({
    maxSize: KNOWN_URLS_MAX_BYTES,
    sizeCalculation: ({ cacheKey }, url) => cacheKey.length + url.length + KNOWN_URL_BYTES,
  })
  /** The complete headers of the responses that were sent from each cache entry: names and values in turn. */
  readonly #headers = new WeakMap<CacheEntry, string[]>()
  readonly #readIp: (request: IncomingMessage) => string

  constructor(services: FrontCacheServices) {
    this.#services = services
    this.#readIp = createIpReader(services.config.trustProxy)
  }

  /**
   * Remembers that a request's URL is answered with a cache entry, for all visitors with the request's language. To be
   * called before the reply gets headers that only this visitor should receive.
   */
  remember(request: FastifyRequest, reply: FastifyReply, entry: CacheEntry): void {
    const { url: route = '' } = request.routeOptions
    if (request.originalUrl.length > KNOWN_URL_MAX_LENGTH) return
    this.#knownUrls.set(`${request.locale} ${request.originalUrl}`, {
      cacheKey: entry.key,
      route,
      isApi: route.startsWith('/api/'),
    })
    if (this.#headers.has(entry)) return
    const headers = { ...reply.getHeaders(), ...buildCacheHeaders(entry, entry.encoding) }
    this.#headers.set(entry, [
      ...Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      'content-length',
      String(entry.body.length),
    ])
  }

  /** Answers a request from the cache, or passes it on to `next`. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    next: RequestListener,
  ): Promise<void> {
    const startedAt = performance.now()
    const hit = this.#find(request)
    if (!hit || !(await this.#isWithinLimit(request, hit.isApi))) {
      next(request, response)
      return
    }
    const { entry, headers, route } = hit
    this.#services.responseCache.hits += 1
    response.writeHead(entry.status, headers).end(entry.body)
    const ms = performance.now() - startedAt
    const { status } = entry
    this.#services.recordResponse({ method: 'GET', route, status, id: randomUUID(), ms })
  }

  /** Finds the cached response to a request, if it can be sent as it is stored. */
  #find(request: IncomingMessage) {
    if (!this.#isPlainGet(request)) return undefined
    const { config, responseCache } = this.#services
    const locale = resolveLanguage(request, config.language)
    const known = this.#knownUrls.get(`${locale} ${request.url}`)
    const entry = known && responseCache.get(known.cacheKey)
    const headers = entry && this.#headers.get(entry)
    if (!headers || chooseEncoding(entry, request) !== entry.encoding) return undefined
    return { ...known, entry, headers }
  }

  /** Counts a request. One beyond the limit of API calls, or of cached pages, is passed on, and the app refuses it. */
  #isWithinLimit(request: IncomingMessage, isApi: boolean): Promise<boolean> {
    const { apiRateLimiter, renderLimits } = this.#services
    const address = toIpAddressKey(this.#readIp(request))
    return (isApi ? apiRateLimiter.consume(address) : renderLimits.countCached(address)).then(
      () => true,
      () => false,
    )
  }

  /**
   * Tells whether a request only asks for a response, without conditions, right after no change, and not under a former
   * host.
   */
  #isPlainGet({ method, headers }: IncomingMessage): boolean {
    const { oldHosts, trustProxy } = this.#services.config
    const mayHaveOldHost =
      oldHosts.length > 0 &&
      (oldHosts.includes(headers.host ?? '') ||
        (trustProxy !== undefined && headers['x-forwarded-host'] !== undefined))
    if (method !== 'GET' || hasOwnChange(headers)) return false
    return headers['if-none-match'] === undefined && !mayHaveOldHost
  }
}

/** Returns a function that reads the client's IP address in the same way as Fastify's `request.ip`. */
function createIpReader(trustProxy: string | undefined): (request: IncomingMessage) => string {
  if (trustProxy === undefined) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map(address => address.trim()))
  return request => proxyAddr(request, isTrusted)
}
