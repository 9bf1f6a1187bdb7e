import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestampDefaultNow, bigIdColumn, timestamptz } from '../columns.ts'

/** The job queue, used as a transactional outbox. A worker claims a job by setting a lease on its row. */
export const jobs = pgTable(
  'jobs',
  {
    id: bigIdColumn(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** While a job with this key waits for a worker, no second job with the key is added. */
    dedupeKey: text().unique(),
    state: text({ enum: ['waiting', 'done', 'dead'] })
      .notNull()
      .default('waiting'),
    runAt: timestampDefaultNow(),
    /** The end of the worker's lease. Until then only the worker that claimed the job runs it. */
    leasedUntil: timestamptz(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull(),
    /** How often a lease of this job expired while the job ran, which means that its process ended. */
    lostLeases: integer().notNull().default(0),
    lastError: text(),
    createdAt: timestampDefaultNow(),
    finishedAt: timestamptz(),
  },
  table => [
    index('jobs_due')
      .on(table.runAt)
      .where(sql`${table.state} = 'waiting'`),
    index('jobs_done')
      .on(table.finishedAt)
      .where(sql`${table.state} = 'done'`),
    index('jobs_dead')
      .on(table.finishedAt)
      .where(sql`${table.state} = 'dead'`),
  ],
)

/**
 * Periodic tasks. A process first moves `nextAt` forward and then runs the task, so that only one process makes each
 * run.
 */
export const schedules = pgTable('schedules', {
  name: text().primaryKey(),
  nextAt: timestamptz().notNull(),
  recordedAt: timestampDefaultNow(),
  /** When a run last ended without an error; null if none has. */
  doneAt: timestamptz(),
  /** When a run last ended with an error; null if none has. */
  failedAt: timestamptz(),
  /** The error of the last failed run as it was logged. */
  lastError: text(),
})
