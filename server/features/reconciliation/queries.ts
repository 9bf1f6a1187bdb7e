import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orders, paymentAccounts, unmatchedPayments } from '#server/db/schema/index.ts'

export type ReconciledAccount = typeof paymentAccounts.$inferSelect

/**
 * Claims the payment accounts whose last reconciliation was requested before `before`, and marks them as requested now.
 * Accounts without authorization are left out.
 */
export async function claimAccountsToReconcile(
  tx: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const due = tx
    .select({ id: paymentAccounts.id })
    .from(paymentAccounts)
    .where(
      and(
        inArray(paymentAccounts.state, ['linked', 'unlinked', 'unconfirmed']),
        or(
          isNull(paymentAccounts.reconciliationRequestedAt),
          lt(paymentAccounts.reconciliationRequestedAt, before),
        ),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true })
  const claimed = await tx
    .update(paymentAccounts)
    .set({ reconciliationRequestedAt: new Date() })
    .where(inArray(paymentAccounts.id, due))
    .returning({ id: paymentAccounts.id })
  return claimed.map(({ id }) => id)
}

export async function findAccountToReconcile(
  db: Db,
  id: number,
): Promise<ReconciledAccount | undefined> {
  const [account] = await db.select().from(paymentAccounts).where(eq(paymentAccounts.id, id))
  return account
}

/** Stores that all payments of an account that changed before `until` have been reconciled. */
export async function saveReconciledUntil(db: Db, id: number, until: Date): Promise<void> {
  await db.update(paymentAccounts).set({ reconciledUntil: until }).where(eq(paymentAccounts.id, id))
}

/** Finds which of the ids are orders of ours, and which are payments that were stored because they match no order. */
export async function findOwnReferences(
  db: Db,
  { orderIds, paymentIds }: { orderIds: string[]; paymentIds: string[] },
): Promise<ReadonlySet<string>> {
  if (paymentIds.length === 0) return new Set()
  const unmatched = await db
    .select({ id: unmatchedPayments.id })
    .from(unmatchedPayments)
    .where(inArray(unmatchedPayments.id, paymentIds))
  const own =
    orderIds.length === 0
      ? []
      : await db.select({ id: orders.id }).from(orders).where(inArray(orders.id, orderIds))
  return new Set([...unmatched, ...own].map(({ id }) => id))
}
