import type { FreeCopyForm } from '#contract/free-copies.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import { hasSold } from '#server/features/orders/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import type { Context } from '#server/context.ts'
import { findFreeProduct } from './queries.ts'
import { sendFreeCopy } from './send-copy.ts'

/** How many requests an hour come from one IP address and from one network, such as a school. */
const BY_IP = { name: 'free_copies', max: 20, seconds: 3600 } satisfies RateLimit
const BY_NETWORK = { name: 'free_copies_network', max: 200, seconds: 3600 } satisfies RateLimit
/** How many emails a day one mailbox gets about one product. */
export const BY_MAILBOX_AND_PRODUCT = { name: 'free_copies_mailbox', max: 3, seconds: DAY_SECONDS }
/**
 * How many of these emails go out for one seller and for the whole marketplace. Whoever wants to fill mailboxes with a
 * free product cannot send more, whatever number of networks and addresses they have. The period is short, so that
 * somebody who is refused can soon ask again.
 */
const PERIOD_SECONDS = 360
const BY_NEW_SELLER = { name: 'free_copies_new_seller', max: 5, seconds: PERIOD_SECONDS }
const BY_SELLER = { name: 'free_copies_seller', max: 50, seconds: PERIOD_SECONDS }
const BY_MARKETPLACE = { name: 'free_copies_all', max: 60, seconds: PERIOD_SECONDS }

/** Where a request for free files comes from, in the forms of `toIpAddressKey` and `toNetworkKey`. */
export interface CopyOrigin {
  ip: string
  network: string
  locale: Locale
}

/**
 * Emails the link to the files of a free product to an address. Whether it does so now depends neither on the address,
 * which may be somebody else's, nor on what was bought with it. A mailbox gets three emails about a product in a day,
 * as the page says.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product with this id is free
 * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds to wait, if too many requests come from the IP address or
 * the network, or too many emails with free files went out lately
 */
export async function requestFreeCopy(
  context: Context,
  productId: number,
  { email }: FreeCopyForm,
  { ip, network, locale }: CopyOrigin,
): Promise<void> {
  const { db, limiter, addressTokens } = context
  const product = await findFreeProduct(db, productId)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  await countRequest(limiter, { ip, network })
  await countCopy(context, product.sellerId)
  const mailboxDigest = addressTokens.digest(toMailbox(email))
  if (!(await limiter.tryConsume(BY_MAILBOX_AND_PRODUCT, `${productId}:${mailboxDigest}`))) return
  await sendFreeCopy(context, { productId, email, mailboxDigest, locale })
}

/**
 * Counts a request for free files by its IP address and its network.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS
 */
export async function countRequest(
  limiter: RateLimiter,
  { ip, network }: Pick<CopyOrigin, 'ip' | 'network'>,
): Promise<void> {
  const [byIp, byNetwork] = await limiter.countBoth([BY_IP, ip], [BY_NETWORK, network])
  const { retryAfter } = byIp.isWithin(BY_IP.max) ? byNetwork : byIp
  if (!byIp.isWithin(BY_IP.max) || !byNetwork.isWithin(BY_NETWORK.max))
    throw new ApiError('ERROR_TOO_MANY_REQUESTS', BY_IP.name, { retryAfter })
}

/**
 * Counts an email with free files of a seller.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds to wait, if there were too many lately
 */
export async function countCopy(
  { db, limiter }: { db: Db; limiter: RateLimiter },
  sellerId: number,
): Promise<void> {
  const limit = (await hasSold(db, sellerId)) ? BY_SELLER : BY_NEW_SELLER
  await limiter.consume(limit, String(sellerId))
  await limiter.consume(BY_MARKETPLACE, 'all')
}
