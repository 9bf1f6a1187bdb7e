import { ApiError } from '#server/http/api-error.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { BuyerContext } from './checkout.ts'

/**
 * How many new orders an hour one IP address, and one network, can make. A form makes up to three orders until its
 * buyer pays, and a household or a company shares one address.
 */
const BY_IP = { name: 'orders', max: 200, seconds: 3600 } satisfies RateLimit
const BY_NETWORK = { name: 'orders_network', max: 1000, seconds: 3600 } satisfies RateLimit
/** How many of these need no captcha. */
const FREE_BY_IP = 10
const FREE_BY_NETWORK = 100

/**
 * Counts a new order of a buyer's IP address and network. A request without the captcha that it needs is not counted,
 * so that it cannot use up the orders of others who share the address.
 * @throws ApiError ERROR_CAPTCHA_FAILED after many orders, if the request has no valid captcha; ERROR_TOO_MANY_REQUESTS
 * after too many
 */
export async function countOrder(
  limiter: RateLimiter,
  { ip, network, passesCaptcha }: Pick<BuyerContext, 'ip' | 'network' | 'passesCaptcha'>,
): Promise<void> {
  const [byIp, byNetwork] = await limiter.countBoth([BY_IP, ip], [BY_NETWORK, network])
  const isFree = byIp.isWithin(FREE_BY_IP) && byNetwork.isWithin(FREE_BY_NETWORK)
  if (!isFree && !(await passesCaptcha())) {
    await limiter.refund(BY_IP, ip)
    await limiter.refund(BY_NETWORK, network)
    throw new ApiError('ERROR_CAPTCHA_FAILED', BY_IP.name)
  }
  const { retryAfter } = byIp.isWithin(BY_IP.max) ? byNetwork : byIp
  if (!byIp.isWithin(BY_IP.max) || !byNetwork.isWithin(BY_NETWORK.max))
    throw new ApiError('ERROR_TOO_MANY_REQUESTS', BY_IP.name, { retryAfter })
}
