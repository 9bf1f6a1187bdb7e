import { type SQL, sql } from 'drizzle-orm'

/**
 * Converts a time that was computed with this process's clock to the database's clock, for columns that the database
 * compares with its own `now()`. The difference to the current time is kept, so that a clock that is wrong by an hour
 * does not delay a job by an hour.
 */
export function toDatabaseTime(time: Date): SQL<Date> {
  return sql`now() + ${time.getTime() - Date.now()} * interval '1 millisecond'`
}
