import { eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { ApiError } from '../api-error.ts'
import { evaluateAttempt } from './backoff.ts'

/** At most `max` in `seconds`, for one key. */
export interface Limit {
  name: string
  max: number
  seconds: number
}

/** Counters of sensitive calls, in rows that every process shares. Source: design, rate limits. */
export const LIMITS_BY_IP = {
  register: { name: 'register', max: 10, seconds: 3600 },
  login: { name: 'login', max: 30, seconds: 900 },
  google: { name: 'google', max: 30, seconds: 900 },
  recover: { name: 'recover', max: 20, seconds: 3600 },
  resend: { name: 'resend', max: 20, seconds: 3600 },
  /** A new password by a mailed link. */
  linkPassword: { name: 'link_password', max: 20, seconds: 3600 },
  orderResend: { name: 'order_resend', max: 20, seconds: 3600 },
  createPreference: { name: 'create_preference', max: 30, seconds: 60 },
  support: { name: 'support', max: 10, seconds: 3600 },
  report: { name: 'report', max: 10, seconds: 3600 },
  captcha: { name: 'captcha', max: 60, seconds: 60 },
} as const satisfies Record<string, Limit>

export type Limiter = ReturnType<typeof createLimiter>

/** @param factor the installation's RATE_LIMIT_FACTOR, which multiplies every `max` */
export function createLimiter({ db, factor }: { db: Database; factor: number }) {
  async function count({ name, seconds }: Limit, who: string) {
    const fresh = sql`now() + ${seconds} * interval '1 second'`
    const [row] = await db
      .insert(rateLimits)
      .values({ key: `${name}:${who}`, count: 1, resetAt: fresh })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          count: sql`case when ${rateLimits.resetAt} <= now() then 1 else ${rateLimits.count} + 1 end`,
          resetAt: sql`case when ${rateLimits.resetAt} <= now() then ${fresh} else ${rateLimits.resetAt} end`,
        },
      })
      .returning()
    return row!
  }

  return {
    /**
     * Counts one more for `who`.
     * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds left
     */
    async consume(limit: Limit, who: string): Promise<void> {
      const { count: used, resetAt } = await count(limit, who)
      if (used <= limit.max * factor) return
      throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, {
        retryAfter: Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000)),
      })
    },
    /** Counts one more and tells whether it is still within the limit, for calls that must not show it. */
    async tryConsume(limit: Limit, who: string): Promise<boolean> {
      const { count: used } = await count(limit, who)
      return used <= limit.max * factor
    },
    /**
     * Counts a try to prove something (a password) before it is judged, so that tries at the same moment count
     * too. Past the limit each one waits, 1 s doubling to 60 s: never a lock. `forget` it when it was right.
     * @throws ApiError ERROR_TOO_MANY_REQUESTS with the seconds to wait
     */
    async consumeAttempt(limit: Limit, who: string): Promise<void> {
      const waitSeconds = await db.transaction(async tx => {
        const key = `${limit.name}:${who}`
        const resetAt = sql`now() + ${limit.seconds} * interval '1 second'`
        const [row] = await tx
          .insert(rateLimits)
          .values({ key, count: 0, resetAt })
          // Changes nothing, and holds the row until this try is counted.
          .onConflictDoUpdate({ target: rateLimits.key, set: { key } })
          .returning({
            count: rateLimits.count,
            refusals: rateLimits.refusals,
            over: sql<boolean>`${rateLimits.resetAt} <= now()`,
            mustWait: sql<boolean>`coalesce(${rateLimits.notBefore} > now(), false)`,
          })
        const { refusedForSeconds, next } = evaluateAttempt(row!, Math.ceil(limit.max * factor))
        await tx
          .update(rateLimits)
          .set({
            count: next.count,
            refusals: next.refusals,
            notBefore:
              next.waitSeconds === null
                ? null
                : sql`now() + ${next.waitSeconds} * interval '1 second'`,
            ...(row!.over && { resetAt }),
          })
          .where(eq(rateLimits.key, key))
        return refusedForSeconds
      })
      if (waitSeconds !== null)
        throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, { retryAfter: waitSeconds })
    },
    /** A right answer ends the count. */
    async reset(limit: Limit, who: string): Promise<void> {
      await db.delete(rateLimits).where(eq(rateLimits.key, `${limit.name}:${who}`))
    },
    /** A try that could not be judged does not count. */
    async refund(limit: Limit, who: string): Promise<void> {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
        .where(eq(rateLimits.key, `${limit.name}:${who}`))
    },
    /** Drops counters whose time is over. */
    async purge(): Promise<void> {
      await db.delete(rateLimits).where(lt(rateLimits.resetAt, new Date()))
    },
  }
}
