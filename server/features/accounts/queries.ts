import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accountTokens, identities, sessions, userRoles, users } from '#server/db/schema/index.ts'
import type { SessionUser } from '#server/http/guards.ts'

const IDLE_DAYS = 30
const ABSOLUTE_DAYS = 90
const TOUCH_MINUTES = 5

/** The user of a live session; its last use is noted every few minutes. */
export async function findSession(db: Db, tokenHash: string): Promise<SessionUser | undefined> {
  const [found] = await db
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      id: users.id,
      email: users.email,
      verifiedAt: users.verifiedAt,
      suspendedAt: users.suspendedAt,
      suspensionReason: users.suspensionReason,
      languagePreference: users.languagePreference,
      roles: sql<
        string[]
      >`(select coalesce(array_agg(${userRoles.role}), '{}') from ${userRoles} where ${userRoles.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.lastUsedAt, daysAgo(IDLE_DAYS)),
        gt(sessions.createdAt, daysAgo(ABSOLUTE_DAYS)),
        isNull(users.closedAt),
      ),
    )
  if (!found) return undefined
  const { lastUsedAt, verifiedAt, ...user } = found
  if (Date.now() - lastUsedAt.getTime() > TOUCH_MINUTES * 60_000)
    await db
      .update(sessions)
      .set({ lastUsedAt: new Date() })
      .where(eq(sessions.tokenHash, tokenHash))
  return { ...user, isVerified: verifiedAt !== null }
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}

export async function insertSession(
  db: Db,
  session: { userId: number; tokenHash: string; ip: string; userAgent: string },
): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteSessionsOf(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
}

export async function purgeSessions(db: Db): Promise<void> {
  await db
    .delete(sessions)
    .where(
      or(
        lt(sessions.lastUsedAt, daysAgo(IDLE_DAYS)),
        lt(sessions.createdAt, daysAgo(ABSOLUTE_DAYS)),
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

export function findIdentities(db: Db, userId: number) {
  return db
    .select({ provider: identities.provider, createdAt: identities.createdAt })
    .from(identities)
    .where(eq(identities.userId, userId))
}

/** The new user's id, or undefined where the address is taken. */
export async function insertUser(
  db: Db,
  user: { email: string; passwordHash: string | null; languagePreference: 'SPA' | 'EN' },
): Promise<number | undefined> {
  const [row] = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (row) await db.insert(userRoles).values({ userId: row.id, role: 'user' })
  return row?.id
}

type Purpose = (typeof accountTokens.$inferSelect)['purpose']

/** Stores a link's token; every unused one of the same purpose is void from here on. */
export async function insertToken(
  db: Db,
  token: {
    userId: number
    purpose: Purpose
    tokenHash: string
    expiresAt: Date
    newEmail?: string
  },
): Promise<void> {
  await db
    .update(accountTokens)
    .set({ expiresAt: new Date(0) })
    .where(
      and(
        eq(accountTokens.userId, token.userId),
        eq(accountTokens.purpose, token.purpose),
        isNull(accountTokens.usedAt),
      ),
    )
  await db.insert(accountTokens).values(token)
}

/** Uses a token up, once among any number at the same time. */
export async function useToken(db: Db, purpose: Purpose, tokenHash: string) {
  const [used] = await db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(accountTokens.tokenHash, tokenHash),
        eq(accountTokens.purpose, purpose),
        isNull(accountTokens.usedAt),
        gt(accountTokens.expiresAt, new Date()),
      ),
    )
    .returning({ userId: accountTokens.userId, newEmail: accountTokens.newEmail })
  return used
}

/** A token whatever became of it, with its user, to say why it is refused. */
export async function findToken(db: Db, purpose: Purpose, tokenHash: string) {
  const [found] = await db
    .select({ usedAt: accountTokens.usedAt, userId: users.id, verifiedAt: users.verifiedAt })
    .from(accountTokens)
    .leftJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(and(eq(accountTokens.tokenHash, tokenHash), eq(accountTokens.purpose, purpose)))
  return found
}
