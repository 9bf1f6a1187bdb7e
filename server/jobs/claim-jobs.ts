import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { jobs } from '#server/db/schema/index.ts'

export type JobRow = typeof jobs.$inferSelect

/** How many jobs of a lane a worker asks for: the kinds of the lane's jobs, and how many of them may start now. */
export interface LaneClaim {
  kinds: readonly string[]
  slots: number
}

/**
 * Claims due jobs under a lease, the oldest of each lane first. Jobs that another process is claiming are skipped.
 */
export async function claimJobs(
  db: Database,
  lanes: readonly LaneClaim[],
  leaseMs: number,
): Promise<JobRow[]> {
  return claimStatement(db).execute({
    leaseMs,
    lanes: JSON.stringify(lanes.map(({ kinds, slots }) => ({ kinds, slots }))),
  })
}

/** The lanes are one parameter, so that PostgreSQL plans the statement once and not for each number of kinds. */
const claimStatement = prepareOnce(db => {
  const dueJobs = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.state, 'waiting'),
        sql`${jobs.runAt} <= now()`,
        sql`(${jobs.leasedUntil} is null or ${jobs.leasedUntil} < now())`,
        sql`${jobs.kind} = any(lane.kinds)`,
      ),
    )
    .orderBy(jobs.runAt)
  return db
    .update(jobs)
    .set({
      leasedUntil: afterDelay(sql.placeholder('leaseMs')),
      attempts: sql`${jobs.attempts} + 1`,
      // A job that ends gives its lease back. A lease that is still there belonged to a process that has ended.
      lostLeases: sql`${jobs.lostLeases} + (${jobs.leasedUntil} is not null)::int`,
      // The key is removed when the job starts: the job may already have read its data, so a new job with the same
      // key must be added.
      dedupeKey: null,
    })
    .where(
      // An array is read once. A subquery could be read again for each row, and would then lock more rows than it
      // returns.
      sql`${jobs.id} = any(array(
        select due.id from jsonb_to_recordset(${sql.placeholder('lanes')}::jsonb) as lane(kinds text[], slots int)
          cross join lateral (${dueJobs} limit lane.slots for update skip locked) as due
      ))`,
    )
    .returning()
    .prepare('claim_jobs')
})

/** Marks a job as done and gives its lease back. */
export async function finishJob(db: Database, id: number): Promise<void> {
  await finishStatement(db).execute({ id })
}

const finishStatement = prepareOnce(db =>
  db
    .update(jobs)
    .set({ state: 'done', finishedAt: sql`now()`, leasedUntil: null, lastError: null })
    .where(eq(jobs.id, sql.placeholder('id')))
    .prepare('finish_job'),
)
