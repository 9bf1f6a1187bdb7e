import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ExternalPerson } from '#server/adapters/oauth/external-sign-in.ts'
import type { Db } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'

/** The account a person of the provider signs in to, with whether the provider had proven its address. */
export async function findByIdentity(db: Db, { issuer, subject }: ExternalPerson) {
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
  person: ExternalPerson,
): Promise<void> {
  await tx.insert(identities).values({ userId, provider: 'google', ...person })
}

export async function deleteIdentities(tx: Db, userId: number): Promise<void> {
  await tx.delete(identities).where(eq(identities.userId, userId))
}

/**
 * Takes the provider's way in away from an account that has a password.
 * @returns how many there were; undefined where no password exists, and nothing is taken away
 */
export async function unlinkIdentity(tx: Db, userId: number): Promise<number | undefined> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.passwordHash)))
    .for('update')
  if (!user) return undefined
  const gone = await tx
    .delete(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
    .returning({ id: identities.id })
  return gone.length
}

export async function hasIdentity(db: Db, userId: number): Promise<boolean> {
  return (await db.$count(identities, eq(identities.userId, userId))) > 0
}

/** The provider says the same of it as now. */
export async function refreshIdentity(tx: Db, id: number, person: ExternalPerson): Promise<void> {
  const { email, emailVerified } = person
  await tx
    .update(identities)
    .set({ email, emailVerified: sql`${identities.emailVerified} or ${emailVerified}` })
    .where(eq(identities.id, id))
}
