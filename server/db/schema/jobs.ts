import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, id, timestamptz } from '../columns.ts'

/** The job queue, used as a transactional outbox. A worker claims rows under a lease. */
export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** No other job with this key is added until a worker claims this one. */
    dedupeKey: text().unique(),
    state: text({ enum: ['waiting', 'done', 'dead'] })
      .notNull()
      .default('waiting'),
    runAt: createdAt(),
    /** The end of the lease: until then only the worker that claimed the job may run it. */
    leasedUntil: timestamptz(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull(),
    lastError: text(),
    createdAt: createdAt(),
    finishedAt: timestamptz(),
  },
  table => [
    index('jobs_due')
      .on(table.runAt)
      .where(sql`${table.state} = 'waiting'`),
    index('jobs_dead')
      .on(table.finishedAt)
      .where(sql`${table.state} = 'dead'`),
  ],
)

/** Periodic tasks. A process runs a task after it has moved `nextAt`, so each run happens in one process. */
export const schedules = pgTable('schedules', {
  name: text().primaryKey(),
  nextAt: timestamptz().notNull(),
})
