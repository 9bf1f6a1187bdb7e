import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { ApiError } from '../api-error.ts'
import { evaluateAttempt } from './backoff.ts'

/** A rate limit: at most `max` requests in `seconds` for one key. */
export interface RateLimit {
  name: string
  max: number
  seconds: number
}

/**
 * The rate limits of sensitive calls per IP address. They are counted in database rows that all processes share.
 * Source: design, rate limits.
 */
export const RATE_LIMITS_BY_IP = {
  register: { name: 'register', max: 10, seconds: 3600 },
  login: { name: 'login', max: 30, seconds: 900 },
  /** The limit of attempts to complete the second step of a sign-in, or to sign in with a passkey. */
  secondStep: { name: 'second_step', max: 60, seconds: 900 },
  /** The login page asks for a challenge each time it is opened. */
  passkeyChallenge: { name: 'passkey_challenge', max: 60, seconds: 60 },
  google: { name: 'google', max: 30, seconds: 900 },
  recover: { name: 'recover', max: 20, seconds: 3600 },
  resend: { name: 'resend', max: 20, seconds: 3600 },
  /** The limit of attempts to set a password through an emailed link. */
  linkPassword: { name: 'link_password', max: 20, seconds: 3600 },
  orderResend: { name: 'order_resend', max: 20, seconds: 3600 },
  createPreference: { name: 'create_preference', max: 30, seconds: 60 },
  quote: { name: 'quote', max: 120, seconds: 60 },
  support: { name: 'support', max: 10, seconds: 3600 },
  report: { name: 'report', max: 10, seconds: 3600 },
  availability: { name: 'availability', max: 20, seconds: 3600 },
  withdrawal: { name: 'withdrawal', max: 20, seconds: 3600 },
  receiptBuyer: { name: 'receipt_buyer_address', max: 20, seconds: 3600 },
  review: { name: 'review', max: 60, seconds: 3600 },
  addressChange: { name: 'address_change_ip', max: 20, seconds: 3600 },
  emailChange: { name: 'email_change_ip', max: 20, seconds: 3600 },
  startUpload: { name: 'start_upload', max: 300, seconds: 3600 },
  /** A player makes several requests for the parts of a sample. */
  sample: { name: 'sample', max: 240, seconds: 60 },
  captcha: { name: 'captcha', max: 60, seconds: 60 },
} as const satisfies Record<string, RateLimit>

/** What a limit has counted for one client or user. */
export interface Usage {
  /** Whether the request that was counted is among the first `max` of the period. */
  isWithin: (max: number) => boolean
  /** The seconds until the limit resets. */
  retryAfter: number
}

const countRequest = prepareOnce(db => {
  const [row, set] = describeCount('key', 'ms')
  return db
    .insert(rateLimits)
    .values(row)
    .onConflictDoUpdate({ target: rateLimits.key, set })
    .returning()
    .prepare('count_request')
})

const countTwoRequests = prepareOnce(db => {
  const [first, set] = describeCount('key', 'ms')
  const [second] = describeCount('secondKey', 'secondMs')
  return db
    .insert(rateLimits)
    .values([first, second])
    .onConflictDoUpdate({ target: rateLimits.key, set })
    .returning()
    .prepare('count_two_requests')
})

/** Returns the row of a new counter, and what to set in that of an existing one. */
function describeCount(key: string, ms: string) {
  const row = {
    key: sql.placeholder(key),
    count: 1,
    resetAt: afterDelay(sql.placeholder(ms)),
  }
  const isOver = sql`${rateLimits.resetAt} <= now()`
  const set = {
    count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
    resetAt: sql`case when ${isOver} then excluded.reset_at else ${rateLimits.resetAt} end`,
  }
  return [row, set] as const
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/**
 * Creates the rate limiter, whose counters all processes share.
 * @param factor the setting RATE_LIMIT_FACTOR, which multiplies every `max`
 * @param secret the key of the digests that are stored instead of the IP and email addresses that are counted
 */
export function createRateLimiter({
  db,
  factor,
  secret,
}: {
  db: Database
  factor: number
  secret: string
}) {
  const keyOf = ({ name }: RateLimit, who: string): string =>
    `${name}:${createHmac('sha256', secret).update(`rate-limit:${who}`).digest('base64url')}`

  async function count(limit: RateLimit, who: string, on: Db = db) {
    const ms = limit.seconds * 1000
    const [row] = await countRequest(on).execute({ key: keyOf(limit, who), ms })
    return row!
  }

  const readUsage = ({ count: used, resetAt }: typeof rateLimits.$inferSelect): Usage => ({
    isWithin: max => used <= max * factor,
    retryAfter: Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000)),
  })

  return {
    /**
     * Counts a request for two limits, for callers that decide themselves what follows from it. Concurrent requests
     * must name the limits in the same sequence, since each statement locks the rows in this sequence.
     */
    async countBoth(
      first: readonly [RateLimit, string],
      second: readonly [RateLimit, string],
    ): Promise<[Usage, Usage]> {
      const [a, b] = await countTwoRequests(db).execute({
        key: keyOf(...first),
        ms: first[0].seconds * 1000,
        secondKey: keyOf(...second),
        secondMs: second[0].seconds * 1000,
      })
      return [readUsage(a!), readUsage(b!)]
    },
    /**
     * Counts a request of the client or user `who`.
     * @param tx the caller's transaction, if only requests count whose transaction is committed
     * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds until the limit resets, if the limit is exceeded
     */
    async consume(limit: RateLimit, who: string, tx?: Transaction): Promise<void> {
      const { isWithin, retryAfter } = readUsage(await count(limit, who, tx))
      if (isWithin(limit.max)) return
      throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, { retryAfter })
    },
    /**
     * Counts a request and returns false if it exceeds the limit. It does not throw, for calls whose response must not
     * reveal the limit.
     * @param tx the caller's transaction, if only requests count whose transaction is committed
     */
    async tryConsume(limit: RateLimit, who: string, tx?: Db): Promise<boolean> {
      return readUsage(await count(limit, who, tx)).isWithin(limit.max)
    },
    /**
     * Counts an attempt to enter a secret such as a password, before the secret is verified, so that simultaneous
     * attempts count too. Beyond the limit each attempt must wait, first 1 second and then twice as long after each one
     * that was verified, up to 60 seconds. The caller must call `reset` after a successful attempt.
     * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds to wait, if the attempt must wait
     */
    async consumeAttempt(limit: RateLimit, who: string): Promise<void> {
      const waitSeconds = await runTransaction(db, async tx => {
        const key = keyOf(limit, who)
        const resetAt = sql`now() + ${limit.seconds} * interval '1 second'`
        const [row] = await tx
          .insert(rateLimits)
          .values({ key, count: 0, resetAt })
          // This update changes nothing but locks the row until this attempt is counted.
          .onConflictDoUpdate({ target: rateLimits.key, set: { key } })
          .returning({
            count: rateLimits.count,
            isOver: sql<boolean>`${rateLimits.resetAt} <= now()`,
            remainingSeconds: sql<number>`coalesce(extract(epoch from ${rateLimits.notBefore} - now()), 0)::float`,
          })
        const { refusedForSeconds, next } = evaluateAttempt(row!, Math.ceil(limit.max * factor))
        if (next)
          await tx
            .update(rateLimits)
            .set({
              count: next.count,
              notBefore:
                next.waitSeconds === null
                  ? null
                  : sql`now() + ${next.waitSeconds} * interval '1 second'`,
              ...(row!.isOver && { resetAt }),
            })
            .where(eq(rateLimits.key, key))
        return refusedForSeconds
      })
      if (waitSeconds !== null)
        throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, { retryAfter: waitSeconds })
    },
    /** Deletes the counter after a successful attempt. */
    async reset(limit: RateLimit, who: string): Promise<void> {
      await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(limit, who)))
    },
    /** Takes back the count of an attempt that could not be verified. */
    async refund(limit: RateLimit, who: string): Promise<void> {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, keyOf(limit, who)))
    },
    /** Deletes the counters whose period is over. */
    async purge(): Promise<void> {
      await db.delete(rateLimits).where(lt(rateLimits.resetAt, new Date()))
    },
  }
}
