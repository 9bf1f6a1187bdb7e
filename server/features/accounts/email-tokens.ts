import { and, eq, gt, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { daysAgo, HOUR_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { accountTokens, users } from '#server/db/schema/index.ts'
import { hashToken, generateToken } from '#server/http/session-cookie.ts'

type Purpose = (typeof accountTokens.$inferSelect)['purpose']

/** The hours for which a new token is valid. */
export const LIFETIME_HOURS: Record<Purpose, number> = {
  verify: 24,
  reset: 1,
  set: 1,
  email_change: 1,
  undo_email_change: 7 * 24,
  registration: 24,
  undo_second_factor: 72,
}
const RETENTION_DAYS = 30

/** For each purpose of a new token, the purposes of unused tokens that are revoked. */
const REVOKED_PURPOSES: Record<Purpose, Purpose[]> = {
  verify: ['verify'],
  reset: ['reset', 'set'],
  set: ['reset', 'set'],
  email_change: ['email_change'],
  // Each of these restores another address.
  undo_email_change: [],
  registration: ['registration'],
  // Each of these removes another second factor.
  undo_second_factor: [],
}

/**
 * Creates a token for a link in an email or, with the purpose `registration`, for a cookie of the browser that
 * registered the account. The user's unused tokens for the same purpose or a related one are revoked.
 * @returns the token, of which only the hash is stored
 */
export async function createToken(
  tx: Db,
  {
    userId,
    purpose,
    newEmail,
    expiresAt = new Date(Date.now() + LIFETIME_HOURS[purpose] * HOUR_MS),
  }: { userId: number; purpose: Purpose; newEmail?: string; expiresAt?: Date },
): Promise<string> {
  await revokeTokens(tx, userId, REVOKED_PURPOSES[purpose])
  const { token, tokenHash } = generateToken()
  await tx
    .insert(accountTokens)
    .values({ userId, purpose, tokenHash, expiresAt, newEmail: newEmail ?? null })
  return token
}

/**
 * Revokes the user's unused tokens for the given purposes. If none are given, all are revoked but those that undo a
 * change, since somebody else in the account could revoke them by changing the email or the password.
 */
export async function revokeTokens(tx: Db, userId: number, purposes?: Purpose[]): Promise<void> {
  await tx
    .update(accountTokens)
    .set({ expiresAt: new Date(0) })
    .where(
      and(
        eq(accountTokens.userId, userId),
        purposes
          ? inArray(accountTokens.purpose, purposes)
          : notInArray(accountTokens.purpose, ['undo_second_factor', 'undo_email_change']),
        isNull(accountTokens.usedAt),
      ),
    )
}

const isUsable = (purposes: readonly Purpose[], tokenHash: string) =>
  and(
    eq(accountTokens.tokenHash, tokenHash),
    inArray(accountTokens.purpose, [...purposes]),
    isNull(accountTokens.usedAt),
    gt(accountTokens.expiresAt, new Date()),
  )

/**
 * Marks a token with one of the given purposes as used and returns its user. If several requests use a token
 * simultaneously, only one gets a result; the others get undefined.
 */
export function consumeToken(db: Db, purposes: Purpose | readonly Purpose[], token: string) {
  return consumeTokenHash(db, purposes, hashToken(token))
}

/** Does the same as `consumeToken` with the digest of the token. */
export async function consumeTokenHash(
  db: Db,
  purposes: Purpose | readonly Purpose[],
  tokenHash: string,
) {
  const [consumed] = await db
    .update(accountTokens)
    .set({ usedAt: new Date() })
    .where(isUsable([purposes].flat(), tokenHash))
    .returning({
      id: accountTokens.id,
      userId: accountTokens.userId,
      newEmail: accountTokens.newEmail,
      createdAt: accountTokens.createdAt,
    })
  return consumed
}

/** Returns a token with one of the given purposes, and its user, if the token is neither used nor expired. */
export async function findUsableToken(db: Db, purposes: readonly Purpose[], token: string) {
  const [row] = await db
    .select({ user: users, purpose: accountTokens.purpose })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(isUsable(purposes, hashToken(token)))
  return row
}

/** Tells whether the digest belongs to the cookie of the browser that registered the user's account. */
export async function isRegistrationBrowser(
  db: Db,
  userId: number,
  registrationHash: string,
): Promise<boolean> {
  const matches = and(
    isUsable(['registration'], registrationHash),
    eq(accountTokens.userId, userId),
  )
  return (await db.$count(accountTokens, matches)) > 0
}

/**
 * Returns a token with its user, even if the token is used or expired, so that the caller can tell why it was rejected.
 */
export async function findToken(db: Db, purpose: Purpose, token: string) {
  const [row] = await db
    .select({ usedAt: accountTokens.usedAt, userId: users.id, verifiedAt: users.verifiedAt })
    .from(accountTokens)
    .leftJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(and(eq(accountTokens.tokenHash, hashToken(token)), eq(accountTokens.purpose, purpose)))
  return row
}

export async function purgeTokens(db: Db): Promise<void> {
  const before = daysAgo(RETENTION_DAYS)
  await db.delete(accountTokens).where(lt(accountTokens.createdAt, before))
}

/** Matches the tokens that can still undo a change of email. */
export const isUndoUsable = and(
  eq(accountTokens.purpose, 'undo_email_change'),
  isNull(accountTokens.usedAt),
  gt(accountTokens.expiresAt, sql`now()`),
)

/**
 * Tells whether an account, but that of `exceptUserId`, can still get this former address back. Then no other account
 * may have it.
 */
export async function isAddressRestorable(
  db: Db,
  email: string,
  exceptUserId?: number,
): Promise<boolean> {
  const restores = and(
    isUndoUsable,
    eq(accountTokens.newEmail, email),
    exceptUserId === undefined ? undefined : ne(accountTokens.userId, exceptUserId),
  )
  return (await db.$count(accountTokens, restores)) > 0
}
