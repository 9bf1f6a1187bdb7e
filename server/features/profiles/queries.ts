import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { profiles, users } from '#server/db/schema/index.ts'

/** False where the username is taken. */
export async function insertProfile(tx: Db, userId: number, username: string): Promise<boolean> {
  const inserted = await tx
    .insert(profiles)
    .values({ userId, username })
    .onConflictDoNothing({ target: profiles.username })
    .returning({ id: profiles.id })
  return inserted.length > 0
}

export async function findProfile(db: Db, userId: number) {
  const [found] = await db
    .select({
      profile: profiles,
      languagePreference: users.languagePreference,
      themePreference: users.themePreference,
      lastLoginAt: users.lastLoginAt,
      createdAt: users.createdAt,
      loginCount: users.loginCount,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return found
}

/** The profile of a seller the public may see. */
export async function findPublicProfile(db: Db, username: string) {
  const [found] = await db
    .select({ profile: profiles })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.username, username), isNull(users.suspendedAt), isNull(users.closedAt)))
  return found?.profile
}

export async function isTaken(db: Db, username: string, exceptUserId: number): Promise<boolean> {
  const [other] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.username, username), ne(profiles.userId, exceptUserId)))
  return other !== undefined
}

export async function updateProfileRow(
  db: Db,
  userId: number,
  changes: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await db.update(profiles).set(changes).where(eq(profiles.userId, userId))
}
