import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ExternalIdentity } from '#server/integrations/google/external-sign-in.ts'
import type { Db } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'

/** The account a person of the provider signs in to, with whether the provider had proven its address. */
export async function findByIdentity(db: Db, { issuer, subject }: ExternalIdentity) {
  const [found] = await db
    .select({ user: users, identityId: identities.id })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(eq(identities.issuer, issuer), eq(identities.subject, subject), isNull(users.closedAt)),
    )
    .for('update', { of: users })
  return found
}

export async function insertIdentity(
  tx: Db,
  userId: number,
  person: ExternalIdentity,
): Promise<void> {
  await tx.insert(identities).values({ userId, provider: 'google', ...person })
}

export async function deleteIdentities(tx: Db, userId: number): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId))
}

/**
 * Takes the provider's way in away from an account that has a password.
 * @returns the account and the addresses of what was taken; undefined where no password exists, and nothing is
 */
export async function unlinkIdentity(tx: Db, userId: number) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)))
    .for('update')
  if (!user) return undefined
  const gone = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
    .returning({ email: identities.email })
  return { user, gone: gone.map(({ email }) => email) }
}

export async function hasIdentity(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(identities, eq(identities.userId, userId))) > 0
}

/**
 * What the provider says of a person now takes the place of what it said before: of another address, perhaps.
 * @returns false where the identity went away meanwhile
 */
export async function refreshIdentity(
  tx: Db,
  id: number,
  { email, emailVerified }: ExternalIdentity,
): Promise<boolean> {
  const kept = await tx
    .update(identities)
    .set({ email, emailVerified })
    .where(eq(identities.id, id))
    .returning({ id: identities.id })
  return kept.length > 0
}
