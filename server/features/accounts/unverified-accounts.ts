import { and, inArray, isNull, lt } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/index.ts'

const KEPT_DAYS = 30
const BATCH = 1000

/**
 * Deletes the accounts whose email address nobody has verified within 30 days, since a stranger may have entered it.
 * They have sold nothing, so the rows of other tables are deleted with them. Suspended accounts are kept for the
 * admins.
 * @returns the number of accounts
 */
export async function purgeUnverifiedAccounts(db: Database): Promise<number> {
  const before = daysAgo(KEPT_DAYS)
  const abandoned = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.verifiedAt),
        isNull(users.closedAt),
        isNull(users.suspendedAt),
        lt(users.createdAt, before),
      ),
    )
    .limit(BATCH)
    // An account that is being verified is locked.
    .for('update', { skipLocked: true })
  let count = 0
  for (;;) {
    const deleted = await db
      .delete(users)
      .where(inArray(users.id, abandoned))
      .returning({ id: users.id })
    count += deleted.length
    if (deleted.length < BATCH) return count
  }
}
