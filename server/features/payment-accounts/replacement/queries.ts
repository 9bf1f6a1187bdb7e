import { and, eq, notInArray } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orders, paymentAccounts } from '#server/db/schema/index.ts'
import type { SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { EncryptedTokens, PaymentAccountRow } from '../queries.ts'

/** Marks a payment account as linked again, with the tokens that it has. */
export async function markLinked(db: Db, id: number): Promise<void> {
  await db
    .update(paymentAccounts)
    .set({
      state: 'linked',
      stateSince: new Date(),
      linkedAt: new Date(),
      activatesAt: null,
      undoTokenHash: null,
    })
    .where(eq(paymentAccounts.id, id))
}

/** Stores an account that is to replace the seller's current one at `activatesAt`. */
export async function saveWaitingAccount(
  db: Db,
  userId: number,
  tokens: SellerTokens,
  waiting: EncryptedTokens & { activatesAt: Date; undoTokenHash: string },
): Promise<void> {
  const values = {
    ...waiting,
    scope: tokens.scope,
    liveMode: tokens.liveMode,
    tokenExpiresAt: tokens.expiresAt,
    state: 'waiting' as const,
    stateSince: new Date(),
  }
  await db
    .insert(paymentAccounts)
    .values({ userId, collectorId: tokens.collectorId, ...values, linkedAt: new Date(0) })
    .onConflictDoUpdate({
      target: [paymentAccounts.userId, paymentAccounts.collectorId],
      set: values,
    })
}

/** Finds the account that is to replace a seller's current one, by the seller or by the hash of the undo token. */
export async function findWaitingAccount(
  db: Db,
  by: { userId: number } | { undoTokenHash: string },
): Promise<PaymentAccountRow | undefined> {
  const [account] = await db
    .select()
    .from(paymentAccounts)
    .where(
      and(
        eq(paymentAccounts.state, 'waiting'),
        'userId' in by
          ? eq(paymentAccounts.userId, by.userId)
          : eq(paymentAccounts.undoTokenHash, by.undoTokenHash),
      ),
    )
  return account
}

/**
 * Cancels the replacement of a seller's payment account. The row stays, since orders may have been made for this
 * account before.
 * @returns false if none is waiting
 */
export async function cancelWaitingAccount(db: Db, userId: number): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentAccounts)
    .set({ state: 'unlinked', stateSince: new Date(), activatesAt: null, undoTokenHash: null })
    .where(and(eq(paymentAccounts.userId, userId), eq(paymentAccounts.state, 'waiting')))
  return rowCount === 1
}

/** Tells whether a seller has ever been paid for an order. */
export async function hasBeenPaid(db: Db, sellerId: number): Promise<boolean> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.sellerId, sellerId), notInArray(orders.state, ['open', 'expired'])))
    .limit(1)
  return order !== undefined
}
