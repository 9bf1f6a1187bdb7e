import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { paymentWebhook } from '#contract/orders.ts'
import { ApiError } from '#server/http/api-error.ts'

/** API calls a minute from one address; an IPv6 address counts by its /64. Source: design, rate limits. */
const CALLS_PER_MINUTE = 600
const MINUTE_MS = 60_000
/** Addresses that are counted at the same time; the one seen longest ago is forgotten first. */
const MAX_ADDRESSES = 100_000

/**
 * Limits all API calls of one address together, in the memory of this process. It keeps one address from taking the
 * whole process; sensitive calls have limits of their own that all processes share (rate-limit/limiter.ts).
 * Not counted: the payment provider's webhook, and calls that a page makes while it is rendered.
 * @param factor the setting RATE_LIMIT_FACTOR
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
