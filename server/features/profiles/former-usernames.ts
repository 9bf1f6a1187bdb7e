import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { formerUsernames, profiles } from '#server/db/schema/index.ts'

/**
 * The days for which nobody else may take a username that was given up, so that nobody can pose as its former owner.
 */
const RESERVED_DAYS = 365

const hashOf = (username: string) => createHash('sha256').update(username).digest('base64url')

const isReserved = (username: string) =>
  and(
    eq(formerUsernames.usernameHash, hashOf(username)),
    gt(formerUsernames.givenUpAt, daysAgo(RESERVED_DAYS)),
  )

/** Tells whether somebody else than the user has given the username up less than a year ago. */
export async function isUsernameReserved(
  db: Db,
  username: string,
  exceptUserId: number,
): Promise<boolean> {
  const [row] = await db
    .select({ usernameHash: formerUsernames.usernameHash })
    .from(formerUsernames)
    .where(
      and(
        isReserved(username),
        or(isNull(formerUsernames.userId), ne(formerUsernames.userId, exceptUserId)),
      ),
    )
  return row !== undefined
}

/** Records that a user changed a username, so that its address leads to the new one. */
export async function recordUsernameChange(
  tx: Db,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.delete(formerUsernames).where(eq(formerUsernames.usernameHash, hashOf(to)))
  const change = { userId, givenUpAt: new Date() }
  await tx
    .insert(formerUsernames)
    .values({ usernameHash: hashOf(from), ...change })
    .onConflictDoUpdate({ target: formerUsernames.usernameHash, set: change })
}

/** Reserves the usernames of an account that is closed, without a reference to the user. */
export async function reserveUsernamesOfClosedAccount(
  tx: Db,
  userId: number,
  username: string,
): Promise<void> {
  await tx.update(formerUsernames).set({ userId: null }).where(eq(formerUsernames.userId, userId))
  await tx
    .insert(formerUsernames)
    .values({ usernameHash: hashOf(username), userId: null })
    .onConflictDoUpdate({
      target: formerUsernames.usernameHash,
      set: { userId: null, givenUpAt: new Date() },
    })
}

/** Returns the current username of the user who gave a username up; undefined if there is none. */
export async function findCurrentUsername(
  db: Db,
  formerUsername: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ username: profiles.username })
    .from(formerUsernames)
    .innerJoin(profiles, eq(profiles.userId, formerUsernames.userId))
    .where(eq(formerUsernames.usernameHash, hashOf(formerUsername)))
  return row?.username
}
