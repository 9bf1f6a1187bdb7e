import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { paymentWebhook } from '#contract/payments.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toIpAddressKey } from './address-key.ts'

/**
 * The maximum number of API calls per minute from one IP address. IPv6 addresses are counted by their /64 prefix.
 * Source: design, rate limits.
 */
const CALLS_PER_MINUTE = 600

export type ApiRateLimiter = RateLimiterMemory

/**
 * Creates the counter of all API calls of each IP address in this process. Sensitive calls also have limits that all
 * processes share (limiter.ts).
 * @param factor the setting RATE_LIMIT_FACTOR, which multiplies the limit
 */
export const createApiRateLimiter = (factor: number): ApiRateLimiter =>
  new RateLimiterMemory({ points: CALLS_PER_MINUTE * factor, duration: 60 })

/**
 * Limits the API calls of each IP address, so that one address cannot occupy the whole process. The payment provider's
 * webhook and calls by the server itself while rendering a page are not counted.
 */
export function registerApiRateLimit(api: FastifyInstance, limiter: ApiRateLimiter): void {
  api.addHook('onRequest', async request => {
    const isOwnCall = request.headers['x-internal-key'] === api.internalKey
    if (isOwnCall || request.routeOptions.config.endpoint === paymentWebhook) return
    await limiter.consume(toIpAddressKey(request.ip)).catch(refuseByLimit)
  })
}

/**
 * Converts the rejection of a limiter in memory into an error with the seconds until the limit resets.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS
 */
export function refuseByLimit(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  throw new ApiError('ERROR_TOO_MANY_REQUESTS', 'any call', {
    retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
  })
}
