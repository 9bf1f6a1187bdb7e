import { sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import type { JobLane } from '#contract/core/job-lanes.ts'
import type { Db } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'
import { prepareOnce } from '#server/db/prepared.ts'

/**
 * The lanes of jobs and the number of jobs of each lane that one worker runs at the same time. A lane whose jobs hang,
 * for instance because the payment provider is slow, does not delay the jobs of the other lanes. Webhook events have a
 * lane of their own, since they deliver what was paid: neither the pages of orders that wait for a payment nor the
 * accounts with thousands of payments of other shops may keep them waiting.
 */
export const JOB_LANES = {
  mail: 4,
  webhook: 4,
  providerRead: 4,
  accountReconciliation: 1,
  providerWrite: 2,
  /** Reports of purchases to the services that sellers chose, which may hang without delaying anything else. */
  conversions: 2,
  scan: 2,
  /** Checks of large files, which take seconds to minutes. */
  uploads: 2,
  /** Cutting samples, one at a time, since each takes up to half a gigabyte for some seconds. */
  samples: 1,
  /** What else is read out of the files of sellers, in a process of its own, such as the number of pages. */
  content: 1,
  /** What ends money or access, and everything small. Nothing of it waits for the files of a seller. */
  upkeep: 2,
} as const satisfies Record<JobLane, number>

export type { JobLane }

/**
 * The definition of a kind of job. A job runs after the commit of the transaction that enqueued it. It can run more
 * than once, so its handler must be idempotent.
 */
export interface JobDefinition<P> {
  kind: string
  maxAttempts: number
  lane: JobLane
  /** The longest pause between two attempts. */
  maxRetryDelayMs: number
  /** This field is never set; it only carries the type of the job's payload. */
  payload?: P
}

/**
 * The number of attempts of a job that must survive a long outage of another system. With one attempt per hour it lasts
 * about four days.
 */
export const LONG_OUTAGE_ATTEMPTS = 110

/**
 * Defines a kind of job. A failed job is retried after a pause, which doubles from 1 second to `maxRetryDelayMs`. After
 * `maxAttempts` attempts the job is dead until an admin retries it. The error of a failed job can ask for a longer
 * pause by a field `retryAfter` in seconds.
 */
export function defineJob<P>(
  kind: string,
  {
    maxAttempts = 12,
    lane = 'upkeep',
    maxRetryDelayMs = HOUR_MS,
  }: { maxAttempts?: number; lane?: JobLane; maxRetryDelayMs?: number } = {},
): JobDefinition<P> {
  return { kind, maxAttempts, lane, maxRetryDelayMs }
}

/**
 * Adds a job in the caller's transaction, so that the job exists only if the transaction commits.
 * @param runAt the earliest time of the run by this process's clock; its delay is kept by the database's clock
 * @param dedupeKey while a job with this key is waiting, no second job with the key is added
 */
export async function enqueue<P>(
  tx: Db,
  { kind, maxAttempts }: JobDefinition<P>,
  payload: P,
  { runAt = new Date(), dedupeKey }: { runAt?: Date; dedupeKey?: string } = {},
): Promise<void> {
  await insertJob(tx).execute({
    kind,
    maxAttempts,
    payload: payload ?? {},
    delayMs: runAt.getTime() - Date.now(),
    dedupeKey: dedupeKey ?? null,
  })
}

const insertJob = prepareOnce(tx =>
  tx
    .insert(jobs)
    .values({
      kind: sql.placeholder('kind'),
      maxAttempts: sql.placeholder('maxAttempts'),
      payload: sql.placeholder('payload'),
      // The transaction may have begun long before, such as when it waited for a lock, and `now()` is its beginning.
      runAt: sql`clock_timestamp() + ${sql.placeholder('delayMs')} * interval '1 millisecond'`,
      dedupeKey: sql.placeholder('dedupeKey'),
    })
    .onConflictDoNothing({ target: jobs.dedupeKey })
    .prepare('insert_job'),
)

/**
 * Makes a dead job run again.
 * @returns false if no dead job has this id
 */
export async function retryDeadJob(db: Db, id: number): Promise<boolean> {
  const retriedRows = await db
    .update(jobs)
    .set({ state: 'waiting', attempts: 0, lostLeases: 0, runAt: sql`now()`, finishedAt: null })
    .where(sql`${jobs.id} = ${id} and ${jobs.state} = 'dead'`)
    .returning({ id: jobs.id })
  return retriedRows.length > 0
}

/**
 * Makes all dead jobs run again.
 * @returns the number of jobs
 */
export async function retryDeadJobs(db: Db): Promise<number> {
  const retriedRows = await db
    .update(jobs)
    .set({ state: 'waiting', attempts: 0, lostLeases: 0, runAt: sql`now()`, finishedAt: null })
    .where(sql`${jobs.state} = 'dead'`)
    .returning({ id: jobs.id })
  return retriedRows.length
}
