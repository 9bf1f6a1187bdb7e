import { sql } from 'drizzle-orm'

/** The SQL condition of the jobs that tests wait for: not those that were scheduled for more than a minute from now. */
export const DUE_JOBS =
  "state = 'waiting' and (attempts > 0 or run_at < now() + interval '1 minute')"

export const isDueJob = sql.raw(DUE_JOBS)
