import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { paymentAccounts, unmatchedPayments } from '#server/db/schema/index.ts'
import type { SellerAccount } from '#server/features/payment-accounts/service.ts'
import type { ProviderPayment } from '#server/integrations/mercadopago/provider.ts'

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

/**
 * Stores a payment whose order does not exist or belongs to another seller. Payments without the marketplace's
 * commission are not ours: a seller's account also receives payments for other shops.
 */
export async function saveUnmatchedPayment(
  tx: Db,
  { sellerId }: SellerAccount,
  orderId: string,
  payment: ProviderPayment,
): Promise<void> {
  const { id, status, amountMinor, refundedMinor, currency, collectorId } = payment
  const applicationFeeMinor = payment.applicationFeeMinor ?? 0
  if (applicationFeeMinor <= 0) return
  const values = {
    status,
    amountMinor,
    refundedMinor,
    applicationFeeMinor,
    currency,
    collectorId,
    updatedAt: new Date(),
  }
  await tx
    .insert(unmatchedPayments)
    .values({ id, sellerId, orderId, paidAt: payment.createdAt, ...values })
    .onConflictDoUpdate({ target: unmatchedPayments.id, set: values })
}
