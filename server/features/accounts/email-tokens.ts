import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { accountTokens, users } from '#server/db/schema/index.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'

type Purpose = (typeof accountTokens.$inferSelect)['purpose']

const HOURS: Record<Purpose, number> = { verify: 24, reset: 1, set: 1, email_change: 1 }
const KEEP_DAYS = 30

/** Purposes of which only the newest link works, whichever it is for. */
const SAME_DOOR: Record<Purpose, Purpose[]> = {
  verify: ['verify'],
  reset: ['reset', 'set'],
  set: ['reset', 'set'],
  email_change: ['email_change'],
}

/**
 * Makes the token of a mailed link; those of the same door that are unused are void from here on.
 * @returns the token itself, of which only the digest is stored
 */
export async function createToken(
  tx: Db,
  { userId, purpose, newEmail }: { userId: number; purpose: Purpose; newEmail?: string },
): Promise<string> {
  await revokeTokens(tx, userId, SAME_DOOR[purpose])
  const { token, tokenHash } = newToken()
  const expiresAt = new Date(Date.now() + HOURS[purpose] * 3_600_000)
  await tx
    .insert(accountTokens)
    .values({ userId, purpose, tokenHash, expiresAt, newEmail: newEmail ?? null })
  return token
}

/** Voids a user's unused links: all of them unless told. */
export async function revokeTokens(tx: Db, userId: number, purposes?: Purpose[]): Promise<void> {
  await tx
    .update(accountTokens)
    .set({ expiresAt: new Date(0) })
    .where(
      and(
        eq(accountTokens.userId, userId),
        purposes && inArray(accountTokens.purpose, purposes),
        isNull(accountTokens.usedAt),
      ),
    )
}

const usable = (purpose: Purpose, token: string) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, new Date()),
  )

/** Uses a token up, once among any number at the same time. */
export async function consumeToken(db: Db, purpose: Purpose, token: string) {
  const [used] = await db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(usable(purpose, token))
    .returning({ userId: accountTokens.userId, newEmail: accountTokens.newEmail })
  return used
}

/** The user whose link this is, while it can still be used. */
export async function findTokenUser(db: Db, purpose: Purpose, token: string) {
  const [found] = await db
    .select({ user: users })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(usable(purpose, token))
  return found?.user
}

/** A token whatever became of it, with its user, to say why it is refused. */
export async function findToken(db: Db, purpose: Purpose, token: string) {
  const [found] = await db
    .select({ usedAt: accountTokens.usedAt, userId: users.id, verifiedAt: users.verifiedAt })
    .from(accountTokens)
    .leftJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(and(eq(accountTokens.tokenHash, hashToken(token)), eq(accountTokens.purpose, purpose)))
  return found
}

export async function purgeTokens(db: Db): Promise<void> {
  const before = new Date(Date.now() - KEEP_DAYS * 86_400_000)
  await db.delete(accountTokens).where(lt(accountTokens.createdAt, before))
}
