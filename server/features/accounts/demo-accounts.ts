import { and, eq, exists, isNotNull, isNull, like, or } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'

/** The domain of the accounts of the demo data, whose password is published. */
const DEMO_DOMAIN = 'kiosko.test'

/**
 * Refuses to serve a database with the demo data, because anybody can sign in to its accounts, among them an admin.
 * @throws Error with the email of such an account that can sign in
 */
export async function refuseDemoAccounts(db: Database): Promise<void> {
  const hasIdentity = exists(
    db.select({ id: identities.id }).from(identities).where(eq(identities.userId, users.id)),
  )
  const [account] = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        like(users.email, `%@${DEMO_DOMAIN}`),
        isNull(users.closedAt),
        isNull(users.suspendedAt),
        or(isNotNull(users.passwordHash), hasIdentity),
      ),
    )
    .limit(1)
  if (account)
    throw new Error(
      `The database has the demo account ${account.email}, whose password is published. Use another database for production, or close or suspend all accounts of @${DEMO_DOMAIN}.`,
    )
}
