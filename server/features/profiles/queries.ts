import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/client.ts'
import { provedContactEmail } from '#server/db/contact-email.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'
import { isUsernameReserved } from './former-usernames.ts'

/** Inserts the profile of a user. @returns false if the username is taken */
export async function insertProfile(tx: Db, userId: number, username: string): Promise<boolean> {
  const insertedRows = await tx
    .insert(profiles)
    .values({ userId, username })
    .onConflictDoNothing({ target: profiles.username })
    .returning({ id: profiles.id })
  return insertedRows.length > 0
}

export async function findProfile(db: Db, userId: number) {
  const [row] = await db
    .select({
      profile: profiles,
      provedContactEmail,
      languagePreference: users.languagePreference,
      themePreference: users.themePreference,
      lastLoginAt: users.lastLoginAt,
      createdAt: users.createdAt,
      loginCount: users.loginCount,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(eq(profiles.userId, userId))
  return row
}

/** Returns the profile of an account that is neither suspended nor closed. */
export async function findPublicProfile(db: Database, username: string) {
  const [row] = await selectPublicProfile(db).execute({ username })
  return row
}

const selectPublicProfile = prepareOnce(db =>
  db
    .select({
      ...getTableColumns(profiles),
      contactEmail: provedContactEmail,
      memberSince: users.createdAt,
      salesCount: sql<string>`(select coalesce(sum(${products.salesCount}), 0) from ${products}
        where ${products.sellerId} = ${profiles.userId})`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(
      and(
        eq(profiles.username, sql.placeholder('username')),
        isNull(users.suspendedAt),
        isNull(users.closedAt),
      ),
    )
    .prepare('public_profile'),
)

/** Tells whether another user has the username, or has given it up so recently that it is still reserved. */
export async function isUsernameTaken(
  db: Db,
  username: string,
  exceptUserId: number,
): Promise<boolean> {
  const [other] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.username, username), ne(profiles.userId, exceptUserId)))
  return other !== undefined || (await isUsernameReserved(db, username, exceptUserId))
}

export async function updateProfileRow(
  db: Db,
  userId: number,
  changes: Partial<typeof profiles.$inferInsert>,
): Promise<void> {
  await db.update(profiles).set(changes).where(eq(profiles.userId, userId))
}

/**
 * Sets the image key of a user's profile picture. The row is locked, so that simultaneous changes return every replaced
 * key.
 * @returns the previous image key
 */
export async function replacePictureKey(
  tx: Db,
  userId: number,
  key: string | null,
): Promise<string | null> {
  const [previous] = await tx
    .select({ key: profiles.profilePictureKey })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for('update')
  await tx.update(profiles).set({ profilePictureKey: key }).where(eq(profiles.userId, userId))
  return previous?.key ?? null
}

/** Tells whether a profile uses this image key for its picture. */
export async function isUsedAsProfilePicture(db: Db, key: string): Promise<boolean> {
  return (await db.$count(profiles, eq(profiles.profilePictureKey, key))) > 0
}

/** Locks the profile of a user until the transaction ends. @returns its username */
export async function lockUsername(tx: Db, userId: number): Promise<string | undefined> {
  const [profile] = await tx
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.userId, userId))
    .for('update')
  return profile?.username
}
