import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from '../columns.ts'

/** The outbox: rows are written in the caller's transaction and claimed by a worker under a lease. */
export const jobs = pgTable(
  'jobs',
  {
    id: key(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    /** While a job with this key waits or runs, another one is not added. */
    dedupeKey: text().unique(),
    state: text({ enum: ['waiting', 'done', 'dead'] })
      .notNull()
      .default('waiting'),
    runAt: createdAt(),
    /** Until when the worker that claimed it may be trusted to be alive. */
    leasedUntil: moment(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull(),
    lastError: text(),
    createdAt: createdAt(),
    finishedAt: moment(),
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

/** What runs at an interval, once among all processes. */
export const schedules = pgTable('schedules', {
  name: text().primaryKey(),
  nextAt: moment().notNull(),
})
