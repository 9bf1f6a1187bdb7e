import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { paymentAccounts } from '#server/db/schema/index.ts'

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
        inArray(paymentAccounts.state, ['linked', 'unlinked']),
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
