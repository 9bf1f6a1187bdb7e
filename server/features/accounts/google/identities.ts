import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ExternalIdentity } from '#server/integrations/google/external-sign-in.ts'
import type { Db } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'

/** Finds the open account that an external identity is linked to, and locks the user's row. */
export async function findUserByIdentity(db: Db, { issuer, subject }: ExternalIdentity) {
  const [row] = await db
    .select({ user: users, identityId: identities.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(eq(identities.issuer, issuer), eq(identities.subject, subject), isNull(users.closedAt)),
    )
    .for('update', { of: users })
  return row
}

export async function insertIdentity(
  tx: Db,
  userId: number,
  identity: ExternalIdentity,
): Promise<void> {
  await tx.insert(identities).values({ userId, provider: 'google', ...identity })
}

export async function deleteIdentities(tx: Db, userId: number): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId))
}

/**
 * Deletes the Google identity of an account that has a password.
 * @returns the account and the emails of the deleted identities; undefined if the account has no password
 */
export async function unlinkIdentity(tx: Db, userId: number) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)))
    .for('update')
  if (!user) return undefined
  const deletedIdentities = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
    .returning({ email: identities.email })
  return { user, deletedEmails: deletedIdentities.map(({ email }) => email) }
}

export async function hasIdentity(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(identities, eq(identities.userId, userId))) > 0
}

/**
 * Updates the stored email of an identity to the email that the provider now reports.
 * @returns false if the identity was deleted meanwhile
 */
export async function updateIdentity(
  tx: Db,
  id: number,
  { email, emailVerified, isAuthoritative }: ExternalIdentity,
): Promise<boolean> {
  const updatedRows = await tx
    .update(identities)
    .set({ email, emailVerified, isAuthoritative })
    .where(eq(identities.id, id))
    .returning({ id: identities.id })
  return updatedRows.length > 0
}
