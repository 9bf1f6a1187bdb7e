import { isIPv6 } from 'node:net'
import { and, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { rateLimits } from '#server/db/schema/index.ts'
import { ApiError } from './api-error.ts'

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
  resend: { name: 'resend', max: 20, seconds: 3600 },
  orderResend: { name: 'order_resend', max: 20, seconds: 3600 },
  createPreference: { name: 'create_preference', max: 30, seconds: 60 },
  captcha: { name: 'captcha', max: 60, seconds: 60 },
} as const satisfies Record<string, Limit>

export type Limiter = ReturnType<typeof createLimiter>

/** @param factor the installation's RATE_LIMIT_FACTOR, which multiplies every `max` */
export function createLimiter({ db, factor }: { db: Db; factor: number }) {
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
    async spend(limit: Limit, who: string): Promise<void> {
      const { count: used, resetAt } = await count(limit, who)
      if (used <= limit.max * factor) return
      throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, {
        retryAfter: Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / 1000)),
      })
    },
    /** Counts one more and tells whether it is still within the limit, for calls that must not show it. */
    async allows(limit: Limit, who: string): Promise<boolean> {
      const { count: used } = await count(limit, who)
      return used <= limit.max * factor
    },
    /**
     * Refuses at once when the limit is used up, before any work is done. Each refusal doubles the seconds to
     * wait, from 1 to 60.
     * @throws ApiError ERROR_TOO_MANY_REQUESTS
     */
    async refuseIfSpent(limit: Limit, who: string): Promise<void> {
      const [row] = await db
        .update(rateLimits)
        .set({ count: sql`${rateLimits.count} + 1` })
        .where(
          and(
            eq(rateLimits.key, `${limit.name}:${who}`),
            gt(rateLimits.resetAt, new Date()),
            gte(rateLimits.count, Math.ceil(limit.max * factor)),
          ),
        )
        .returning({ count: rateLimits.count })
      if (!row) return
      const refusals = row.count - Math.ceil(limit.max * factor)
      throw new ApiError('ERROR_TOO_MANY_REQUESTS', limit.name, {
        retryAfter: Math.min(2 ** Math.min(refusals - 1, 6), 60),
      })
    },
    /** Drops counters whose time is over. */
    async purge(): Promise<void> {
      await db.delete(rateLimits).where(lt(rateLimits.resetAt, new Date()))
    },
  }
}

/** One household counts once: an IPv6 address by its /64. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  return groups.slice(0, 4).join(':')
}
