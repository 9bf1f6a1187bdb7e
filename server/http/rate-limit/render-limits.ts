import type { FastifyRequest } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { CacheEntry, RenderedResponse } from '#server/cache/response-cache.ts'
import { ApiError, OverloadError } from '#server/http/api-error.ts'
import { OwnerLimit } from '../uploads/owner-limit.ts'
import { toIpAddressKey } from './address-key.ts'
import { refuseByLimit } from './api-rate-limit.ts'

/** The maximum number of requests per minute from one IP address that the cache does not answer. */
const REQUESTS_PER_MINUTE = 300
/** The maximum number of requests per minute from one IP address that the cache answers. */
const CACHED_PER_MINUTE = 3000
/** The maximum number of uncached requests from one IP address that run at the same time, and that wait. */
const AT_ONCE_PER_ADDRESS = 8
const WAITING_PER_ADDRESS = 32
/** The maximum number of renders in this process that run at the same time, and that wait. */
const RENDERS_AT_ONCE = 40
const RENDERS_WAITING = 200
/**
 * The maximum number of costly API calls that run at the same time in this process and for one IP address, and that
 * wait. The calls of one address within a minute are counted by the limit of all API calls.
 */
const COSTLY_CALLS = { overall: 20, perOwner: 5, waitingPerOwner: 30, waiting: 200 }
/** The time in milliseconds after which a render that still waits is refused: most visitors have left by then. */
const RENDER_WAIT_MS = 5000
/** The seconds after which a client that found no place should try again. */
const RETRY_SECONDS = 2

/**
 * Limits the pages, documents, images and lists that are rendered for a request, since rendering them costs far more
 * than any API call, and, ten times as high, those that the cache answers.
 */
export class RenderLimits {
  readonly #counter: RateLimiterMemory
  readonly #cachedCounter: RateLimiterMemory
  readonly #requests: OwnerLimit<string>
  readonly #renders: LimitFunction
  readonly #costlyCalls: OwnerLimit<string>
  readonly #maxWaitingRenders: number

  /** @param factor the setting RATE_LIMIT_FACTOR, which multiplies the limits */
  constructor(factor: number) {
    const scale = (limit: number) => Math.max(1, Math.ceil(limit * factor))
    this.#counter = new RateLimiterMemory({ points: scale(REQUESTS_PER_MINUTE), duration: 60 })
    this.#cachedCounter = new RateLimiterMemory({
      points: scale(CACHED_PER_MINUTE),
      duration: 60,
    })
    this.#requests = new OwnerLimit({
      overall: Number.POSITIVE_INFINITY,
      perOwner: scale(AT_ONCE_PER_ADDRESS),
      waitingPerOwner: scale(WAITING_PER_ADDRESS),
      waiting: Number.POSITIVE_INFINITY,
    })
    this.#renders = pLimit(scale(RENDERS_AT_ONCE))
    this.#maxWaitingRenders = scale(RENDERS_WAITING)
    this.#costlyCalls = new OwnerLimit({
      overall: scale(COSTLY_CALLS.overall),
      perOwner: scale(COSTLY_CALLS.perOwner),
      waitingPerOwner: scale(COSTLY_CALLS.waitingPerOwner),
      waiting: scale(COSTLY_CALLS.waiting),
    })
  }

  /**
   * Answers a request that the cache cannot answer.
   * @throws ApiError ERROR_TOO_MANY_REQUESTS if its IP address has sent too many; ERROR_SERVICE_UNAVAILABLE if too many
   * renders wait, or this one has waited for too long
   */
  async answer<T>(request: FastifyRequest, render: () => Promise<T>): Promise<T> {
    return this.#admit(request, () => this.#render(render))
  }

  /**
   * Returns the cached response to a request. If there is none, renders and caches it; requests for the same response
   * share one render.
   * @throws ApiError as `answer`
   */
  async getOrRender(
    request: FastifyRequest,
    key: string,
    render: () => Promise<RenderedResponse>,
  ): Promise<CacheEntry> {
    const { responseCache } = request.server
    const cached = responseCache.get(key)
    if (!cached)
      return this.#admit(request, () => responseCache.getOrRender(key, () => this.#render(render)))
    await this.countCached(toIpAddressKey(request.ip)).catch(refuseByLimit)
    return cached
  }

  /**
   * Answers an API call that costs more than others and that no cache can answer, such as a search or a PDF file. Calls
   * that the server itself makes while rendering a page have waited already.
   * @throws ApiError ERROR_SERVICE_UNAVAILABLE if too many calls wait, or this one has waited for too long
   */
  async answerCall<T>(request: FastifyRequest, run: () => Promise<T>): Promise<T> {
    if (request.headers['x-internal-key'] === request.server.internalKey) return run()
    const answered = this.#costlyCalls.tryRun(toIpAddressKey(request.ip), afterShortWait(run))
    if (answered) return answered
    throw createOverloadError()
  }

  /** Counts a request that the cache answers. It rejects beyond the limit of the IP address. */
  async countCached(address: string): Promise<void> {
    await this.#cachedCounter.consume(address)
  }

  async #admit<T>(request: FastifyRequest, answer: () => Promise<T>): Promise<T> {
    const address = toIpAddressKey(request.ip)
    await this.#counter.consume(address).catch(refuseByLimit)
    const answered = this.#requests.tryRun(address, answer)
    if (answered) return answered
    throw new ApiError('ERROR_TOO_MANY_REQUESTS', 'pages at once', { retryAfter: RETRY_SECONDS })
  }

  async #render<T>(render: () => Promise<T>): Promise<T> {
    if (this.#renders.pendingCount >= this.#maxWaitingRenders) throw createOverloadError()
    return this.#renders(afterShortWait(render))
  }
}

/** Returns a function that runs `run`, or throws an error if it has been called too late. */
function afterShortWait<T>(run: () => Promise<T>): () => Promise<T> {
  const waitsSince = performance.now()
  return async () => {
    if (performance.now() - waitsSince > RENDER_WAIT_MS) throw createOverloadError()
    return run()
  }
}

const createOverloadError = () => new OverloadError('renders', RETRY_SECONDS)

declare module 'fastify' {
  interface FastifyInstance {
    renderLimits: RenderLimits
  }
}
