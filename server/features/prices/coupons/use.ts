import type { CouponRefusal, QuoteFacts } from '#contract/prices/quote.ts'
import type { Db } from '#server/db/client.ts'
import type { RateLimit } from '#server/http/rate-limit/limiter.ts'
import type { Context } from '#server/context.ts'
import {
  type CouponRow,
  type UserDigests,
  findCouponByCode,
  findFreedUse,
  isUsedUp,
  lockCoupon,
} from './queries.ts'

/**
 * How many codes that do not exist one IP address, and one network, can try in ten minutes. Beyond that the right ones
 * are refused too, so that trying on tells nothing.
 */
const GUESSES_BY_IP = { name: 'coupon_guess', max: 10, seconds: 600 } satisfies RateLimit
const GUESSES_BY_NETWORK = {
  name: 'coupon_guess_network',
  max: 100,
  seconds: 600,
} satisfies RateLimit

/** Who tries a code: the IP address in the form of `toIpAddressKey`, and the network in that of `toNetworkKey`. */
export interface CodeVisitor {
  ip: string
  network: string
}

/**
 * Finds a seller's coupon by its code; undefined if it is off or has not begun, as if it did not exist.
 * @throws ApiError ERROR_TOO_MANY_REQUESTS after too many unknown codes
 */
export async function findCoupon(
  { db, limiter }: Pick<Context, 'db' | 'limiter'>,
  { sellerId, code }: { sellerId: number; code: string },
  { ip, network }: CodeVisitor,
): Promise<CouponRow | undefined> {
  await limiter.consume(GUESSES_BY_IP, ip)
  await limiter.consume(GUESSES_BY_NETWORK, network)
  const coupon = await findCouponByCode(db, { sellerId, code })
  if (!coupon || !isKnown(coupon)) return undefined
  await limiter.refund(GUESSES_BY_IP, ip)
  await limiter.refund(GUESSES_BY_NETWORK, network)
  return coupon
}

const isKnown = ({ isOff, startsAt }: CouponRow): boolean =>
  !isOff && (startsAt === null || startsAt <= new Date())

/** Tells whether the uses of a coupon are counted, so that purchases with it follow one another. */
export const isLimited = ({ cap, perBuyer }: CouponRow): boolean =>
  cap !== null || perBuyer !== null

/** Locks a coupon whose uses are counted until the transaction ends. One without a limit is returned as it is. */
export function lockIfLimited(tx: Db, coupon: CouponRow): Promise<CouponRow | undefined> {
  return isLimited(coupon) ? lockCoupon(tx, coupon.id) : Promise.resolve(coupon)
}

/**
 * Finds what is known of a coupon for a quote: its terms, or why it cannot be used.
 * @param user who orders; without it the limits of one buyer and of one network are not looked at
 */
export async function readCouponFacts(
  db: Db,
  code: string,
  coupon: CouponRow | undefined,
  user?: UserDigests,
): Promise<NonNullable<QuoteFacts['coupon']>> {
  const refusal = await findRefusal(db, coupon, user)
  if (!coupon || refusal !== null) return { code, terms: null, refusal }
  const { kind, value, productIds, minimum } = coupon
  return { code: coupon.code, terms: { kind, value, productIds, minimum }, refusal: null }
}

async function findRefusal(
  db: Db,
  coupon: CouponRow | undefined,
  user: UserDigests | undefined,
): Promise<CouponRefusal | null> {
  if (!coupon || !isKnown(coupon)) return 'unknown'
  const { endsAt } = coupon
  if (endsAt !== null && endsAt <= new Date()) return 'ended'
  const limit = await findLimit(db, coupon, user?.buyerDigest)
  if (limit !== null || !user || coupon.cap === null) return limit
  const { networkDigest } = user
  const held = { limit: countHeldAtMost(coupon.cap), networkDigest }
  return (await isUsedUp(db, coupon.id, held)) ? 'held_by_network' : null
}

/**
 * How many uses one network can hold by orders that are not paid: a fifth of the cap, and three of a small one. With
 * less, the visitors of a fair, or customers of a mobile provider, who share a network, would hinder each other.
 */
const countHeldAtMost = (cap: number) => Math.max(3, Math.floor(cap / 5))

/** Finds the limit that the uses of a coupon have reached. */
async function findLimit(
  db: Db,
  { id, cap, perBuyer }: CouponRow,
  buyerDigest: string | undefined,
): Promise<'used_up' | 'used_by_buyer' | null> {
  if (cap !== null && (await isUsedUp(db, id, { limit: cap }))) return 'used_up'
  if (perBuyer === null || buyerDigest === undefined) return null
  return (await isUsedUp(db, id, { limit: perBuyer, buyerDigest })) ? 'used_by_buyer' : null
}

/**
 * Tells whether an order that is being paid gave up its use of a coupon, and others have used the coupon as often as it
 * can be used since. The coupon is locked, so that it is not used up meanwhile.
 */
export async function isCouponUsedUp(tx: Db, orderId: string): Promise<boolean> {
  const use = await findFreedUse(tx, orderId)
  const coupon = use && (await lockCoupon(tx, use.couponId))
  return coupon !== undefined && (await findLimit(tx, coupon, use!.buyerDigest)) !== null
}
