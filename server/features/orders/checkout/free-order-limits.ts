import { DAY_SECONDS } from '#contract/core/time.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RateLimit } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import { hasSold } from '../queries.ts'

/** How many requests an hour come from one IP address and from one network, such as a school. */
const BY_IP = { name: 'free_orders', max: 20, seconds: 3600 } satisfies RateLimit
const BY_NETWORK = { name: 'free_orders_network', max: 200, seconds: 3600 } satisfies RateLimit
/** How many emails a day one mailbox gets about the same products. */
const BY_MAILBOX_AND_CART = { name: 'free_orders_mailbox', max: 3, seconds: DAY_SECONDS }
/**
 * How many of these emails go out for one seller and for the whole marketplace. Whoever wants to fill mailboxes with a
 * free product cannot send more, whatever number of networks and addresses they have. The period is short, so that
 * somebody who is refused can soon ask again.
 */
const PERIOD_SECONDS = 360
const BY_NEW_SELLER = { name: 'free_orders_new_seller', max: 5, seconds: PERIOD_SECONDS }
const BY_SELLER = { name: 'free_orders_seller', max: 50, seconds: PERIOD_SECONDS }
const BY_MARKETPLACE = { name: 'free_orders_all', max: 60, seconds: PERIOD_SECONDS }

type LimiterContext = Pick<Context, 'db' | 'limiter'>

/**
 * Counts a request for an order that costs nothing, by where it comes from and by its seller.
 * @param visitor the IP address in the form of `toIpAddressKey`, and the network in that of `toNetworkKey`
 * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countFreeOrder(
  { db, limiter }: LimiterContext,
  sellerId: number,
  { ip, network }: { ip: string; network: string },
): Promise<void> {
  const [byIp, byNetwork] = await limiter.countBoth([BY_IP, ip], [BY_NETWORK, network])
  const { retryAfter } = byIp.isWithin(BY_IP.max) ? byNetwork : byIp
  if (!byIp.isWithin(BY_IP.max) || !byNetwork.isWithin(BY_NETWORK.max))
    throw new ApiError('ERROR_TOO_MANY_REQUESTS', BY_IP.name, { retryAfter })
  const limit = (await hasSold(db, sellerId)) ? BY_SELLER : BY_NEW_SELLER
  await limiter.consume(limit, String(sellerId))
  await limiter.consume(BY_MARKETPLACE, 'all')
}

/**
 * Counts an email with free files to a mailbox, and tells whether it may go out.
 * @param name what the mailbox and the products are recognized by
 */
export const mayEmail = ({ limiter }: LimiterContext, name: string): Promise<boolean> =>
  limiter.tryConsume(BY_MAILBOX_AND_CART, name)
