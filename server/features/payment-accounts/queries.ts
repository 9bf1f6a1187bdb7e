import { type SQLWrapper, and, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { linkAttempts, orders, paymentAccounts, users } from '#server/db/schema/index.ts'

/** The tokens of an account that nobody needs any more. */
export const ERASED = ''

export type PaymentAccountRow = typeof paymentAccounts.$inferSelect

/**
 * Builds the join condition for a user's current payment account: the linked account, or else the most recently linked
 * one.
 */
export function matchesCurrentAccount(userId: SQLWrapper | number) {
  return sql`${paymentAccounts.id} = (select a.id from ${paymentAccounts} a where a.user_id = ${userId}
    and a.state <> 'waiting' order by a.state = 'linked' desc, a.linked_at desc limit 1)`
}

/** Finds a user's current payment account: the linked account, or else the most recently linked one. */
export async function findPaymentAccount(
  db: Db,
  userId: number,
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db.select().from(paymentAccounts).where(matchesCurrentAccount(userId))
  return account
}

/**
 * Finds the payment account that an order was made for, linked or not. If another user has linked the same account of
 * the provider since, that user's row is returned, because its tokens are newer.
 */
export async function findAccountForOrder(
  db: Db,
  { sellerId, collectorId }: { sellerId: number; collectorId: string },
): Promise<PaymentAccountRow | undefined> {
  const [account] = await selectAccountForOrder(db).execute({ sellerId, collectorId })
  return account
}

const selectAccountForOrder = prepareOnce(db =>
  db
    .select()
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.collectorId, sql.placeholder('collectorId')),
        or(
          eq(paymentAccounts.userId, sql.placeholder('sellerId')),
          eq(paymentAccounts.state, 'linked'),
        ),
        ne(paymentAccounts.accessToken, ERASED),
      ),
    )
    .orderBy(sql`${paymentAccounts.state} = 'linked' desc`)
    .limit(1)
    .prepare('account_for_order'),
)

/**
 * Tries to take the lease for refreshing the tokens of an account. Only one process refreshes at a time, since two
 * simultaneous refreshes would invalidate each other's tokens.
 * @returns the end of the lease; undefined if another process holds the lease or the tokens have changed
 */
export async function acquireRefreshLease(
  db: Db,
  { id, accessToken }: PaymentAccountRow,
  seconds: number,
): Promise<Date | undefined> {
  const [leased] = await db
    .update(paymentAccounts)
    .set({
      // The end has no microseconds, so that it equals the Date that identifies this lease when it is released.
      refreshLeaseUntil: sql`date_trunc('milliseconds', now() + ${seconds} * interval '1 second')`,
    })
    .where(
      and(
        eq(paymentAccounts.id, id),
        eq(paymentAccounts.accessToken, accessToken),
        sql`(${paymentAccounts.refreshLeaseUntil} is null or ${paymentAccounts.refreshLeaseUntil} < now())`,
      ),
    )
    .returning({ until: paymentAccounts.refreshLeaseUntil })
  return leased?.until ?? undefined
}

/** Releases a lease after a failed token refresh, unless it has ended and another process holds a new one. */
export async function releaseRefreshLease(
  db: Db,
  { id }: PaymentAccountRow,
  leaseUntil: Date,
): Promise<void> {
  await db
    .update(paymentAccounts)
    .set({ refreshLeaseUntil: null })
    .where(and(eq(paymentAccounts.id, id), eq(paymentAccounts.refreshLeaseUntil, leaseUntil)))
}

export async function findAccountById(db: Db, id: number): Promise<PaymentAccountRow | undefined> {
  const [account] = await db.select().from(paymentAccounts).where(eq(paymentAccounts.id, id))
  return account
}

/**
 * Finds the payment account with this provider's id. If several users have linked the account, returns the row that is
 * linked or was linked last.
 */
export async function findAccountByCollector(
  db: Db,
  collectorId: string,
): Promise<PaymentAccountRow | undefined> {
  const [account] = await selectAccountOfCollector(db).execute({ collectorId })
  return account
}

const selectAccountOfCollector = prepareOnce(db =>
  db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.collectorId, sql.placeholder('collectorId')))
    .orderBy(sql`${paymentAccounts.state} = 'linked' desc`, sql`${paymentAccounts.linkedAt} desc`)
    .limit(1)
    .prepare('account_of_collector'),
)

export async function insertLinkAttempt(
  db: Db,
  attempt: typeof linkAttempts.$inferInsert,
): Promise<void> {
  await db.insert(linkAttempts).values(attempt)
}

/**
 * Deletes and returns a link attempt, if it belongs to this session and has not expired. Each attempt can be used once.
 */
export async function consumeLinkAttempt(
  db: Db,
  { stateHash, sessionId }: { stateHash: string; sessionId: number },
) {
  const [attempt] = await db
    .delete(linkAttempts)
    .where(
      and(
        eq(linkAttempts.stateHash, stateHash),
        eq(linkAttempts.sessionId, sessionId),
        gt(linkAttempts.expiresAt, new Date()),
      ),
    )
    .returning()
  return attempt
}

/** Deletes link attempts that were never finished and have expired. */
export async function purgeLinkAttempts(db: Db, now = new Date()): Promise<void> {
  await db.delete(linkAttempts).where(lt(linkAttempts.expiresAt, now))
}

export async function deleteLinkAttempts(tx: Db, userId: number): Promise<void> {
  await tx.delete(linkAttempts).where(eq(linkAttempts.userId, userId))
}

export type EncryptedTokens = Pick<SellerTokens, 'accessToken' | 'refreshToken'>

/** Stores the tokens of a newly authorized payment account and marks the account as linked, whatever its state was. */
export async function saveLinkedAccount(
  db: Db,
  userId: number,
  tokens: SellerTokens,
  encryptedTokens: EncryptedTokens,
): Promise<void> {
  const values = {
    collectorId: tokens.collectorId,
    ...encryptedTokens,
    scope: tokens.scope,
    liveMode: tokens.liveMode,
    tokenExpiresAt: tokens.expiresAt,
    state: 'linked' as const,
    stateSince: new Date(),
    linkedAt: new Date(),
    activatesAt: null,
    undoTokenHash: null,
  }
  await db
    .insert(paymentAccounts)
    .values({ userId, ...values })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.collectorId],
      set: values,
    })
}

/**
 * Replaces both tokens after a refresh. If the account was linked again meanwhile, its tokens are newer and are kept.
 */
export async function saveRefreshedTokens(
  db: Db,
  { id, accessToken }: PaymentAccountRow,
  tokens: SellerTokens,
  encryptedTokens: EncryptedTokens,
): Promise<void> {
  await db
    .update(paymentAccounts)
    .set({
      ...encryptedTokens,
      tokenExpiresAt: tokens.expiresAt,
      scope: tokens.scope,
      refreshLeaseUntil: null,
    })
    .where(and(eq(paymentAccounts.id, id), eq(paymentAccounts.accessToken, accessToken)))
}

/**
 * Marks a user's payment account as not linked any more.
 * @param account the account, which is only changed while it has the same token, so that a new link stays; by default
 * the account that is linked
 * @returns false if there was no linked account to change
 */
export async function markNotLinked(
  db: Db,
  { userId, account }: { userId: number; account?: PaymentAccountRow },
  state: 'unlinked' | 'revoked' | 'refresh_refused' | 'unconfirmed',
): Promise<boolean> {
  const changed = await db
    .update(paymentAccounts)
    .set({ state, stateSince: new Date() })
    .where(
      and(
        eq(paymentAccounts.userId, userId),
        account && eq(paymentAccounts.id, account.id),
        account && eq(paymentAccounts.accessToken, account.accessToken),
        // An account that was never confirmed can still be unlinked, so that its tokens are erased later.
        inArray(
          paymentAccounts.state,
          state === 'unlinked' ? ['linked', 'unconfirmed'] : ['linked'],
        ),
      ),
    )
    .returning({ id: paymentAccounts.id })
  return changed.length > 0
}

/** Counts the orders of a seller that can still be paid. */
export function countOpenOrders(db: Db, sellerId: number): Promise<number> {
  return db.$count(orders, and(eq(orders.sellerId, sellerId), eq(orders.state, 'open')))
}

/** Returns since when a seller's sales are closed because refunds to buyers wait for money; null if they are open. */
export async function findSalesClosedAt(db: Db, userId: number): Promise<Date | null> {
  const [user] = await db
    .select({ salesClosedAt: users.salesClosedAt })
    .from(users)
    .where(eq(users.id, userId))
  return user?.salesClosedAt ?? null
}
