import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { schedules } from '#server/db/schema/index.ts'
import type { MercadoPagoControl } from '../api-client/mercadopago-control.ts'
import type { TestApp } from './test-app.ts'

/** The SQL condition of the jobs that tests wait for: not those that were scheduled for more than a minute from now. */
export const DUE_JOBS =
  "state = 'waiting' and (attempts > 0 or run_at < now() + interval '1 minute')"

export const isDueJob = sql.raw(DUE_JOBS)

/**
 * Describes the work that is under way, or returns undefined if there is none: webhooks of the provider that have not
 * arrived, and due jobs. A job can make the provider send a webhook, and a webhook adds a job, so both are idle only if
 * no delivery has begun while the jobs were read.
 * @param describeDueJobs returns undefined if no job is due
 */
export async function describeUnfinishedWork(
  provider: MercadoPagoControl,
  describeDueJobs: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const { begun, pending } = await provider.countDeliveries()
  if (pending > 0) return `${pending} webhooks are under way`
  const dueJobs = await describeDueJobs()
  if (dueJobs !== undefined) return dueJobs
  return (await provider.countDeliveries()).begun > begun ? 'a webhook is under way' : undefined
}

/** Makes a schedule due, and waits until it has started. */
export async function startSchedule({ db }: Pick<TestApp, 'db'>, name: string): Promise<void> {
  const isThisSchedule = eq(schedules.name, name)
  const read = async () => (await db.select().from(schedules).where(isThisSchedule))[0]
  await expect.poll(read).toBeDefined()
  await db
    .update(schedules)
    .set({ nextAt: new Date(0) })
    .where(isThisSchedule)
  await expect.poll(async () => (await read())!.nextAt.getTime()).toBeGreaterThan(Date.now())
}
