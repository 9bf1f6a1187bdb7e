import { and, eq, exists, isNotNull, isNull, like, or } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'
import { renewListingOfSeller } from '#server/db/listing.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { deleteUserSessions } from './queries.ts'

/** The domain of the accounts of the demo data, whose password is published. */
const DEMO_DOMAIN = 'kiosko.test'
const REASON = 'Cuenta de demostración · Demo account'

/**
 * Suspends the accounts of the demo data that can sign in, because anybody knows their password, and one of them is an
 * admin. Their products are no longer on sale.
 * @returns the emails of the accounts that were suspended now
 */
export function suspendDemoAccounts(db: Database): Promise<string[]> {
  return runTransaction(db, async tx => {
    const hasIdentity = exists(
      tx.select({ id: identities.id }).from(identities).where(eq(identities.userId, users.id)),
    )
    const suspended = await tx
      .update(users)
      .set({ suspendedAt: new Date(), suspensionReason: REASON })
      .where(
        and(
          like(users.email, `%@${DEMO_DOMAIN}`),
          isNull(users.closedAt),
          isNull(users.suspendedAt),
          or(isNotNull(users.passwordHash), hasIdentity),
        ),
      )
      .returning({ id: users.id, email: users.email })
    for (const { id } of suspended) {
      await deleteUserSessions(tx, id)
      await renewListingOfSeller(tx, id)
    }
    return suspended.map(({ email }) => email)
  })
}
