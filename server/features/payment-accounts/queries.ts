import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { Db } from '#server/db/client.ts'
import { linkAttempts, orders, paymentAccounts, users } from '#server/db/schema/index.ts'

export type PaymentAccountRow = typeof paymentAccounts.$inferSelect

/** A seller's account: the linked one, else the one they had last. */
export async function findPaymentAccount(
  db: Db,
  userId: number,
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, userId))
    .orderBy(sql`${paymentAccounts.state} = 'linked' desc`, sql`${paymentAccounts.stateSince} desc`)
    .limit(1)
  return account
}

/**
 * The account that an order was made for, linked or not. Where it moved to another user since, theirs: it is the
 * one account at the provider, and their permission is the fresh one.
 */
export async function findAccountForOrder(
  db: Db,
  { sellerId, collectorId }: { sellerId: number; collectorId: string },
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.collectorId, collectorId),
        or(eq(paymentAccounts.userId, sellerId), eq(paymentAccounts.state, 'linked')),
      ),
    )
    .orderBy(sql`${paymentAccounts.state} = 'linked' desc`)
    .limit(1)
  return account
}

/** Takes the right to renew these very tokens for `seconds`, if nobody else is at it. */
export async function acquireRefreshLease(
  db: Db,
  { id, accessToken }: PaymentAccountRow,
  seconds: number,
): Promise<boolean> {
  const taken = await db
    .update(paymentAccounts)
    .set({ renewingUntil: sql`now() + ${seconds} * interval '1 second'` })
    .where(
      and(
        eq(paymentAccounts.id, id),
        eq(paymentAccounts.accessToken, accessToken),
        sql`(${paymentAccounts.renewingUntil} is null or ${paymentAccounts.renewingUntil} < now())`,
      ),
    )
    .returning({ id: paymentAccounts.id })
  return taken.length > 0
}

/** Gives the right to renew back after a try that failed. */
export async function releaseRefreshLease(db: Db, { id }: PaymentAccountRow): Promise<void> {
  await db.update(paymentAccounts).set({ renewingUntil: null }).where(eq(paymentAccounts.id, id))
}

export async function findAccountById(db: Db, id: number): Promise<PaymentAccountRow | undefined> {
  const [account] = await db.select().from(paymentAccounts).where(eq(paymentAccounts.id, id))
  return account
}

/** The seller a collector id belongs to; the newest where an account moved from one user to another. */
export async function findAccountByCollector(
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
export async function consumeLinkAttempt(
  db: Db,
  attempt: { stateHash: string; sessionId: number },
) {
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

/** Whether a user may sell; nobody closes or suspends the account until the transaction ends. */
export async function lockOpenUser(tx: Db, userId: number): Promise<boolean> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt), isNull(users.suspendedAt)))
    .for('update')
  return user !== undefined
}

export async function deleteLinkAttempts(tx: Db, userId: number): Promise<void> {
  await tx.delete(linkAttempts).where(eq(linkAttempts.userId, userId))
}

type EncryptedTokens = Pick<SellerTokens, 'accessToken' | 'refreshToken'>

/** Stores a fresh permission: linked, whatever it was before. */
export async function saveLinkedAccount(
  db: Db,
  userId: number,
  tokens: SellerTokens,
  sealed: EncryptedTokens,
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
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.collectorId],
      set: values,
    })
}

/** Both tokens at once, in the place of those that were renewed: a link made meanwhile stays. */
export async function saveRefreshedTokens(
  db: Db,
  { id, accessToken }: PaymentAccountRow,
  tokens: SellerTokens,
  sealed: EncryptedTokens,
): Promise<void> {
  await db
    .update(paymentAccounts)
    .set({
      ...sealed,
      tokenExpiresAt: tokens.expiresAt,
      scope: tokens.scope,
      renewingUntil: null,
    })
    .where(and(eq(paymentAccounts.id, id), eq(paymentAccounts.accessToken, accessToken)))
}

/** Leaves the linked state, once. Of one account where it is named, else of the one that is linked. */
export async function markNotLinked(
  db: Db,
  { userId, accountId }: { userId: number; accountId?: number | undefined },
  state: 'unlinked' | 'revoked' | 'refresh_refused',
): Promise<boolean> {
  const changed = await db
    .update(paymentAccounts)
    .set({ state, stateSince: new Date() })
    .where(
      and(
        eq(paymentAccounts.userId, userId),
        accountId === undefined ? undefined : eq(paymentAccounts.id, accountId),
        eq(paymentAccounts.state, 'linked'),
      ),
    )
    .returning({ id: paymentAccounts.id })
  return changed.length > 0
}

/** Orders of a seller whose payment may still come. */
export function countOpenOrders(db: Db, sellerId: number): Promise<number> {
  return db.$count(orders, and(eq(orders.sellerId, sellerId), eq(orders.state, 'open')))
}
