import type { FreeCopyForm } from '#contract/free-copies.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import type { Db } from '#server/db/client.ts'
import { hasSold } from '#server/features/orders/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RateLimit, RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import type { Context } from '#server/context.ts'
import {
  type WaitingRequest,
  deleteVainWaiting,
  findFreeProduct,
  findNextWaiting,
  hasWaiting,
  insertWaitingRequest,
  isProvedAddress,
  takeWaiting,
} from './queries.ts'
import { sendFreeCopy } from './send-copy.ts'

/** How many requests an hour come from one IP address and from one network, such as a school. */
const BY_IP = { name: 'free_copies', max: 20, seconds: 3600 } satisfies RateLimit
const BY_NETWORK = { name: 'free_copies_network', max: 200, seconds: 3600 } satisfies RateLimit
/** How many emails a day one mailbox gets about one product. */
export const BY_MAILBOX_AND_PRODUCT = { name: 'free_copies_mailbox', max: 3, seconds: DAY_SECONDS }
/**
 * How many of these emails go to addresses that nobody has proved, of one seller and of the whole marketplace. Whoever
 * wants to fill mailboxes with a free product cannot send more, whatever number of networks and addresses they have.
 * A short period lets those who wait go on soon.
 */
export const UNPROVED_PERIOD_SECONDS = 360
const BY_NEW_SELLER = { name: 'free_copies_new_seller', max: 5, seconds: UNPROVED_PERIOD_SECONDS }
const BY_SELLER = { name: 'free_copies_seller', max: 50, seconds: UNPROVED_PERIOD_SECONDS }
const BY_MARKETPLACE = { name: 'free_copies_all', max: 60, seconds: UNPROVED_PERIOD_SECONDS }
/** How long a request waits at most. */
const WAITING_DAYS = 1
/** The number of waiting requests that are looked at in one run. */
const BATCH = 100

/** Where a request for free files comes from, in the forms of `toIpAddressKey` and `toNetworkKey`. */
export interface CopyOrigin {
  ip: string
  network: string
  locale: Locale
}

/**
 * Emails the link to the files of a free product to an address, at once or when it is its turn.
 * @returns whether unproved addresses have to wait now. It does not depend on the address, which may be somebody else's.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product with this id is free; ERROR_TOO_MANY_REQUESTS if too many
 * requests come from the IP address or the network
 */
export async function requestFreeCopy(
  context: Context,
  productId: number,
  { email }: FreeCopyForm,
  { ip, network, locale }: CopyOrigin,
): Promise<{ isDelayed: boolean }> {
  const { db, limiter, addressTokens } = context
  const product = await findFreeProduct(db, productId)
  if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${productId}`)
  await countRequest(limiter, { ip, network })
  const isDelayed =
    (await hasWaiting(db, product.sellerId)) || !(await countUnproved(context, product.sellerId))
  const mailboxDigest = addressTokens.digest(toMailbox(email))
  if (!(await limiter.tryConsume(BY_MAILBOX_AND_PRODUCT, `${productId}:${mailboxDigest}`)))
    return { isDelayed }
  if (isDelayed && !(await isProvedAddress(db, email)))
    await insertWaitingRequest(db, {
      productId,
      email,
      mailboxDigest,
      networkDigest: addressTokens.digest(network),
      language: locale,
    })
  else await sendFreeCopy(context, { productId, email, mailboxDigest, locale })
  return { isDelayed }
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

/** Counts an email to an unproved address; returns false if there were too many lately. */
export async function countUnproved(
  { db, limiter }: { db: Db; limiter: RateLimiter },
  sellerId: number,
): Promise<boolean> {
  const limit = (await hasSold(db, sellerId)) ? BY_SELLER : BY_NEW_SELLER
  return (
    (await limiter.tryConsume(limit, String(sellerId))) &&
    (await limiter.tryConsume(BY_MARKETPLACE, 'all'))
  )
}

/** Answers requests that wait, as far as the limits allow, and forgets those that wait in vain. */
export async function answerWaitingRequests(context: Context): Promise<void> {
  await deleteVainWaiting(context.db, WAITING_DAYS)
  const fullSellers = new Set<number>()
  for (const request of await findNextWaiting(context.db, BATCH)) {
    const product = await findFreeProduct(context.db, request.productId)
    if (!product || fullSellers.has(product.sellerId)) continue
    if (await countUnproved(context, product.sellerId)) await answer(context, request)
    else fullSellers.add(product.sellerId)
  }
}

/** Answers one request that waits. */
async function answer(
  context: Context,
  { id, productId, email, mailboxDigest, language: locale }: WaitingRequest,
): Promise<void> {
  await sendFreeCopy(context, { productId, email, mailboxDigest, locale }, tx =>
    takeWaiting(tx, id),
  )
}
