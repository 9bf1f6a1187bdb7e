import { and, asc, eq, exists, gt, inArray, lt, ne, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { jobs, orders, paymentAccounts } from '#server/db/schema/index.ts'
import { ERASED, type PaymentAccountRow } from './queries.ts'

/** Counts the accounts whose authorization has ended at the provider since a time. */
export async function countWithdrawnSince(db: Db, since: Date): Promise<number> {
  return db.$count(
    paymentAccounts,
    and(
      inArray(paymentAccounts.state, ['revoked', 'refresh_refused']),
      gt(paymentAccounts.stateSince, since),
    ),
  )
}

/**
 * Finds the accounts whose tokens expire before a time, the soonest first: the linked ones, and those that are not
 * linked any more whose tokens are kept to refund orders. Tokens of the latter that have expired are left out, since
 * their refresh was refused all the time before; so are those of an account that another user has linked since.
 */
export function findAccountsWithTokensExpiringBefore(
  db: Db,
  before: Date,
  limit: number,
): Promise<PaymentAccountRow[]> {
  return db
    .select()
    .from(paymentAccounts)
    .where(
      and(
        lt(paymentAccounts.tokenExpiresAt, before),
        or(
          eq(paymentAccounts.state, 'linked'),
          and(
            inArray(paymentAccounts.state, ['unlinked', 'unconfirmed']),
            ne(paymentAccounts.accessToken, ERASED),
            gt(paymentAccounts.tokenExpiresAt, sql`now()`),
            sql`not exists (select 1 from ${paymentAccounts} other where other.state = 'linked'
              and other.collector_id = ${paymentAccounts.collectorId})`,
          ),
        ),
      ),
    )
    .orderBy(asc(paymentAccounts.tokenExpiresAt))
    .limit(limit)
}

/**
 * Erases the tokens of accounts that are no longer linked and whose orders can neither be paid nor refunded any more.
 * @param refundableDays the number of days for which the provider refunds a payment
 */
export async function eraseUnusedTokens(
  db: Db,
  { payableDays, refundableDays }: { payableDays: number; refundableDays: number },
): Promise<void> {
  const needed = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.collectorId, paymentAccounts.collectorId),
        eq(orders.sellerId, paymentAccounts.userId),
        or(
          inArray(orders.state, ['open', 'review']),
          gt(orders.createdAt, sql`now() - ${payableDays} * interval '1 day'`),
          gt(orders.approvedAt, sql`now() - ${refundableDays} * interval '1 day'`),
        ),
      ),
    )
  await db
    .update(paymentAccounts)
    .set({ accessToken: ERASED, refreshToken: ERASED })
    .where(
      and(
        inArray(paymentAccounts.state, ['unlinked', 'revoked', 'refresh_refused']),
        ne(paymentAccounts.accessToken, ERASED),
        not(exists(needed)),
      ),
    )
}

/** Tells whether a job of a kind was enqueued after a time. */
export async function hasJobSince(db: Db, kind: string, since: Date): Promise<boolean> {
  return (await db.$count(jobs, and(eq(jobs.kind, kind), gt(jobs.createdAt, since)))) > 0
}
