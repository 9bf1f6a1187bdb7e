import { and, eq, gt, sql } from 'drizzle-orm'
import type { SellerTokens } from '#server/adapters/payments/provider.ts'
import type { Db } from '#server/db/client.ts'
import { linkAttempts, paymentAccounts, users } from '#server/db/schema/index.ts'

export type PaymentAccountRow = typeof paymentAccounts.$inferSelect

export async function findPaymentAccount(
  db: Db,
  userId: number,
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, userId))
  return account
}

/**
 * Takes the right to renew a seller's tokens for `seconds`, if they are still the ones that turned out
 * stale and nobody else is at it.
 */
export async function takeRenewal(
  db: Db,
  { userId, usedToken, seconds }: { userId: number; usedToken: string; seconds: number },
): Promise<PaymentAccountRow | undefined> {
  const [taken] = await db
    .update(paymentAccounts)
    .set({ renewingUntil: sql`now() + ${seconds} * interval '1 second'` })
    .where(
      and(
        eq(paymentAccounts.userId, userId),
        eq(paymentAccounts.accessToken, usedToken),
        sql`(${paymentAccounts.renewingUntil} is null or ${paymentAccounts.renewingUntil} < now())`,
      ),
    )
    .returning()
  return taken
}

/** The seller a collector id belongs to; the newest where an account moved from one user to another. */
export async function findSellerOfCollector(
  db: Db,
  collectorId: string,
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.collectorId, collectorId))
    .orderBy(sql`${paymentAccounts.state} = 'linked' desc`, sql`${paymentAccounts.linkedAt} desc`)
    .limit(1)
  return account
}

export async function insertLinkAttempt(
  db: Db,
  attempt: typeof linkAttempts.$inferInsert,
): Promise<void> {
  await db.insert(linkAttempts).values(attempt)
}

/** Takes an attempt, once, if it is this session's and not too old. */
export async function takeLinkAttempt(db: Db, attempt: { stateHash: string; sessionId: number }) {
  const [taken] = await db
    .delete(linkAttempts)
    .where(
      and(
        eq(linkAttempts.stateHash, attempt.stateHash),
        eq(linkAttempts.sessionId, attempt.sessionId),
        gt(linkAttempts.expiresAt, new Date()),
      ),
    )
    .returning()
  return taken
}

type Sealed = Pick<SellerTokens, 'accessToken' | 'refreshToken'>

/** Stores a fresh permission: linked, whatever it was before. */
export async function saveLinked(
  db: Db,
  userId: number,
  tokens: SellerTokens,
  sealed: Sealed,
): Promise<void> {
  const values = {
    collectorId: tokens.collectorId,
    ...sealed,
    scope: tokens.scope,
    liveMode: tokens.liveMode,
    tokenExpiresAt: tokens.expiresAt,
    state: 'linked' as const,
    stateSince: new Date(),
    linkedAt: new Date(),
  }
  await db
    .insert(paymentAccounts)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: paymentAccounts.userId, set: values })
}

/** Both tokens at once, after a refresh. */
export async function saveRefreshed(
  db: Db,
  userId: number,
  tokens: SellerTokens,
  sealed: Sealed,
): Promise<void> {
  await db
    .update(paymentAccounts)
    .set({
      ...sealed,
      tokenExpiresAt: tokens.expiresAt,
      scope: tokens.scope,
      renewingUntil: null,
    })
    .where(eq(paymentAccounts.userId, userId))
}

/** Leaves the linked state, once. */
export async function leaveLinked(
  db: Db,
  userId: number,
  state: 'unlinked' | 'revoked' | 'refresh_refused',
): Promise<boolean> {
  const changed = await db
    .update(paymentAccounts)
    .set({ state, stateSince: new Date() })
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.state, 'linked')))
    .returning({ id: paymentAccounts.id })
  return changed.length > 0
}

export async function findAddress(db: Db, userId: number) {
  const [user] = await db
    .select({ email: users.email, languagePreference: users.languagePreference })
    .from(users)
    .where(eq(users.id, userId))
  return user
}
