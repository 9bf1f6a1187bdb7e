import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { jobs } from '#server/db/schema/index.ts'
import { JOB_LANES } from './queue.ts'

export type JobRow = typeof jobs.$inferSelect

/**
 * Claims due jobs under a lease, the oldest of each lane first. Jobs that another process is claiming are skipped.
 * @param lanes the kinds of jobs and the greatest number of jobs to claim, for each lane by its name
 */
export async function claimJobs(
  db: Database,
  lanes: ReadonlyMap<string, { kinds: string[]; freeSlots: number }>,
  leaseMs: number,
): Promise<JobRow[]> {
  const parameters = [...lanes].flatMap(([lane, { kinds, freeSlots }]) => [
    [`${lane}Kinds`, kinds],
    [`${lane}Slots`, freeSlots],
  ])
  return claimStatement(db).execute({ leaseMs, ...Object.fromEntries(parameters) })
}

/** The parameters are `leaseMs` and, for each lane, the kinds of its jobs and the number of its free slots. */
const claimStatement = prepareOnce(db => {
  const dueJobs = Object.keys(JOB_LANES).map(
    lane =>
      sql`array(${db
        .select({ id: jobs.id })
        .from(jobs)
        .where(
          and(
            eq(jobs.state, 'waiting'),
            sql`${jobs.runAt} <= now()`,
            sql`(${jobs.leasedUntil} is null or ${jobs.leasedUntil} < now())`,
            sql`${jobs.kind} = any(${sql.placeholder(`${lane}Kinds`)}::text[])`,
          ),
        )
        .orderBy(jobs.runAt)
        .limit(sql.placeholder(`${lane}Slots`))
        .for('update', { skipLocked: true })})`,
  )
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
    .where(sql`${jobs.id} = any(${sql.join(dueJobs, sql` || `)})`)
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
