import { eq, sql } from 'drizzle-orm'
import { jobs, paymentAccounts } from '#server/db/schema/index.ts'
import type { TestApp } from './test-app.ts'

/** Simulates that the time has passed after which a new payment account replaces the current one. */
export async function passReplacementTime({ db, waitForJobs }: TestApp): Promise<void> {
  const past = sql`now() - interval '1 minute'`
  await db
    .update(paymentAccounts)
    .set({ activatesAt: past })
    .where(eq(paymentAccounts.state, 'waiting'))
  await db.update(jobs).set({ runAt: past }).where(eq(jobs.kind, 'activate_payment_account'))
  await waitForJobs()
}
