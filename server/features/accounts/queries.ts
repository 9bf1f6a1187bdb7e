import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Database, Db } from '#server/db/client.ts'
import { renewListingOfSeller } from '#server/db/listing.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { identities, secondSteps, sessions, userRoles, users } from '#server/db/schema/index.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { isAddressRestorable } from './email-tokens.ts'

const IDLE_TIMEOUT_DAYS = 30
const MAX_SESSION_DAYS = 90
const LAST_USED_PRECISION_MINUTES = 5

/** Returns the cutoff times of sessions: a session that was last used or created earlier has expired. */
export function computeSessionCutoffs(): { lastUsedAfter: Date; createdAfter: Date } {
  return { lastUsedAfter: daysAgo(IDLE_TIMEOUT_DAYS), createdAfter: daysAgo(MAX_SESSION_DAYS) }
}

/**
 * Finds an active session and its user. The session's last use is updated at most every five minutes, or if the IP
 * address changes.
 * @param client.ip the IP address in the form of `toIpAddressKey`
 */
export async function findSession(
  db: Database,
  tokenHash: string,
  client: { ip: string; userAgent: string },
): Promise<SessionUser | undefined> {
  const [session] = await selectActiveSession(db).execute({ tokenHash, ...computeSessionCutoffs() })
  if (!session) return undefined
  const { ip, userAgent } = client
  const { lastUsedAt, lastIp, verifiedAt, ...user } = session
  if (lastIp !== ip || Date.now() - lastUsedAt.getTime() > LAST_USED_PRECISION_MINUTES * 60_000)
    await db
      .update(sessions)
      .set({ lastUsedAt: new Date(), ip, userAgent })
      .where(eq(sessions.tokenHash, tokenHash))
  return { ...user, isVerified: verifiedAt !== null }
}

const selectActiveSession = prepareOnce(db =>
  db
    .select({
      sessionId: sessions.id,
      confirmedAt: sessions.confirmedAt,
      factorConfirmedAt: sessions.factorConfirmedAt,
      lastUsedAt: sessions.lastUsedAt,
      lastIp: sessions.ip,
      id: users.id,
      email: users.email,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
      suspensionReason: users.suspensionReason,
      languagePreference: users.languagePreference,
      secondFactorSince: users.secondFactorSince,
      roles: sql<string[]>`(select coalesce(array_agg(${userRoles.role}), '{}') from ${userRoles}
        where ${userRoles.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.lastUsedAt, sql.placeholder('lastUsedAfter')),
        gt(sessions.createdAt, sql.placeholder('createdAfter')),
        isNull(users.closedAt),
      ),
    )
    .prepare('live_session'),
)

export async function insertSession(
  db: Db,
  session: {
    userId: number
    tokenHash: string
    ip: string
    userAgent: string
    factorConfirmedAt?: Date
  },
): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends all sessions of a user, and the sign-ins whose second step is open. */
export async function deleteUserSessions(db: Db, userId: number): Promise<void> {
  await db.delete(secondSteps).where(eq(secondSteps.userId, userId))
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

export async function purgeSessions(db: Db): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(
        lt(sessions.lastUsedAt, daysAgo(IDLE_TIMEOUT_DAYS)),
        lt(sessions.createdAt, daysAgo(MAX_SESSION_DAYS)),
      ),
    )
}

export async function findUserByEmail(db: Db, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.closedAt)))
  return user
}

export async function findUser(db: Db, id: number) {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  return user
}

/**
 * Locks a user's row until the transaction ends. Rows that refer to the user can still be inserted: a purchase locks
 * products first and then refers to their seller, and would otherwise wait for a suspension that waits for the
 * products.
 * @returns undefined if the account is closed
 */
export async function lockUser(tx: Db, id: number) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.closedAt)))
    .for('no key update')
  return user
}

export async function updateUserRow(
  tx: Db,
  id: number,
  changes: Partial<typeof users.$inferInsert>,
): Promise<void> {
  await tx.update(users).set(changes).where(eq(users.id, id))
  if ('suspendedAt' in changes || 'closedAt' in changes) await renewListingOfSeller(tx, id)
}

export async function recordLogin(tx: Db, id: number): Promise<void> {
  await tx
    .update(users)
    .set({ lastLoginAt: new Date(), loginCount: sql`${users.loginCount} + 1` })
    .where(eq(users.id, id))
}

export function findSignInIdentities(db: Db, userId: number) {
  return db
    .select({ provider: identities.provider, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId))
}

/**
 * Inserts a user with the role `user`.
 * @returns the id of the user, or undefined if an account already has the email, or can still get it back
 */
export async function insertUser(
  db: Db,
  user: Pick<
    typeof users.$inferInsert,
    'email' | 'passwordHash' | 'languagePreference' | 'verifiedAt'
  >,
): Promise<number | undefined> {
  if (await isAddressRestorable(db, user.email)) return undefined
  const [row] = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (row) await db.insert(userRoles).values({ userId: row.id, role: 'user' })
  return row?.id
}

/**
 * Deletes the identities of a user that do not prove ownership of the account's email: those with another email, and
 * those whose email the provider has not verified.
 * @param keepsHostedOnly also deletes those whose email the provider does not host, which a former holder of the
 * address can have
 * @returns the emails of the deleted identities
 */
export async function deleteUnprovenIdentities(
  tx: Db,
  { id, email }: { id: number; email: string },
  { keepsHostedOnly = false } = {},
): Promise<string[]> {
  const deletedIdentities = await tx
    .delete(identities)
    .where(
      and(
        eq(identities.userId, id),
        or(
          eq(identities.emailVerified, false),
          keepsHostedOnly ? eq(identities.isAuthoritative, false) : undefined,
          ne(identities.email, email),
        ),
      ),
    )
    .returning({ email: identities.email })
  return deletedIdentities.map(identity => identity.email)
}
