import { eq, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { prepareOnce } from './prepared.ts'
import { profiles } from './schema/index.ts'

/** Returns the username of a user, or an empty text if the user has no profile. */
export async function findUsername(db: Db, userId: number): Promise<string> {
  const [profile] = await selectUsername(db).execute({ userId })
  return profile?.username ?? ''
}

const selectUsername = prepareOnce(db =>
  db
    .select({ username: profiles.username })
    .from(profiles)
    .where(eq(profiles.userId, sql.placeholder('userId')))
    .prepare('username'),
)
