import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { paymentWebhook } from '#contract/orders.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * The maximum number of API calls per minute from one IP address. IPv6 addresses are counted by their /64 prefix.
 * Source: design, rate limits.
 */
const CALLS_PER_MINUTE = 600
const MINUTE_MS = 60_000
/**
 * The maximum number of IP addresses that are counted at the same time. If there are more, the least recently seen
 * address is dropped.
 */
const MAX_ADDRESSES = 100_000

/**
 * Limits the API calls of each IP address, so that one address cannot occupy the whole process. The calls are counted
 * in this process's memory; sensitive calls also have limits that all processes share (limiter.ts). The payment
 * provider's webhook and calls by the server itself while rendering a page are not counted.
 * @param factor the setting RATE_LIMIT_FACTOR, which multiplies the limit
 */
export async function registerApiRateLimit(api: FastifyInstance, factor: number): Promise<void> {
  await api.register(rateLimit, {
    max: CALLS_PER_MINUTE * factor,
    timeWindow: MINUTE_MS,
    cache: MAX_ADDRESSES,
    allowList: request =>
      request.headers['x-internal-key'] === api.internalKey ||
      request.routeOptions.config.endpoint === paymentWebhook,
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError('ERROR_TOO_MANY_REQUESTS', 'any call', {
        retryAfter: Math.max(1, Math.ceil(ttl / 1000)),
      }),
  })
}

const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
  'retry-after': false,
}
