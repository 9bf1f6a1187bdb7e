import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/client.ts'
import { webhookEvents } from '#server/db/schema/index.ts'

/** The provider's topic of fraud alerts. */
export const FRAUD_ALERT = 'stop_delivery_op_wh'

/**
 * Makes the first storing of a payment and the examination of a fraud alert about it wait for each other. Whichever is
 * second sees what the first has written.
 */
export async function lockFraudAlert(tx: Transaction, paymentId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fraud:${paymentId}`}, 0))`)
}

/** Tells whether a fraud alert about a payment has been received. */
export async function hasFraudAlert(tx: Transaction, paymentId: string): Promise<boolean> {
  await lockFraudAlert(tx, paymentId)
  const [alert] = await tx
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.topic, FRAUD_ALERT), eq(webhookEvents.dataId, paymentId)))
    .limit(1)
  return alert !== undefined
}
