import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { providerRefunds } from '#server/db/schema/index.ts'
import type { ProviderPayment, ProviderRefund } from '#server/integrations/mercadopago/provider.ts'

/** Finds the states in which the refunds of a payment were last reported, by the provider's ids. */
export async function findReportedStates(
  db: Db,
  paymentId: string,
): Promise<Map<string, ProviderRefund['state']>> {
  const rows = await db
    .select({ id: providerRefunds.id, state: providerRefunds.state })
    .from(providerRefunds)
    .where(eq(providerRefunds.paymentId, paymentId))
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** Stores the refunds of a payment as the provider reports them. */
export async function saveProviderRefunds(
  tx: Db,
  { id: paymentId, refunds: reported }: Pick<ProviderPayment, 'id' | 'refunds'>,
): Promise<void> {
  if (reported.length === 0) return
  await tx
    .insert(providerRefunds)
    .values(
      reported.map(({ id, state, amountMinor, createdAt }) => ({
        id,
        paymentId,
        amountMinor,
        state,
        providerCreatedAt: createdAt,
      })),
    )
    .onConflictDoUpdate({
      target: providerRefunds.id,
      set: { state: sql`excluded.state`, amountMinor: sql`excluded.amount_minor` },
    })
}

/**
 * Finds the refunds of payments that the provider has made, the oldest of each payment first. One without an amount is
 * left out.
 */
export async function findReportedRefunds(db: Db, paymentIds: string[]) {
  const { id, paymentId, amountMinor, state, providerCreatedAt } = providerRefunds
  const rows = await db
    .select({ id, paymentId, amountMinor, madeAt: providerCreatedAt })
    .from(providerRefunds)
    .where(and(inArray(paymentId, paymentIds), eq(state, 'done'), isNotNull(amountMinor)))
    .orderBy(asc(providerCreatedAt), asc(id))
  return rows.map(row => ({ ...row, amountMinor: row.amountMinor! }))
}
