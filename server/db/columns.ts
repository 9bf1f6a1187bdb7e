import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core'

/** Defines a primary key column of 32 bits that PostgreSQL generates, for people, products and what belongs to them. */
export const idColumn = () => integer().primaryKey().generatedAlwaysAsIdentity()

/**
 * Defines a primary key column of 64 bits that PostgreSQL generates, for tables whose rows are added with every order,
 * job or email. An order makes up to eight jobs, and refused duplicates use up numbers too: at ten orders a second, 32
 * bits last for ten months, and then nothing could be written any more.
 */
export const bigIdColumn = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

/** Defines a column of bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Defines a column for a point in time, stored in UTC. */
export const timestamptz = () => timestamp({ withTimezone: true, mode: 'date' })

/**
 * Defines a column for a point in time, stored in UTC with milliseconds only. This is the precision of JavaScript's
 * Date, so a value is still equal after it is read back.
 */
export const timestamptzMs = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** Defines a required column for a point in time, which is by default the time of the insertion. */
export const timestampDefaultNow = () => timestamptz().notNull().defaultNow()

/**
 * Converts a time that was computed with this process's clock to the database's clock, for columns that the database
 * compares with its own `now()`. The difference to the current time is kept, so that a clock that is wrong by an hour
 * does not delay a job by an hour.
 */
export function toDatabaseTime(time: Date): SQL<Date> {
  return afterDelay(time.getTime() - Date.now())
}

/** Builds the time that is a number of milliseconds after the database's `now()`. */
export function afterDelay(ms: number | Placeholder): SQL<Date> {
  return sql`now() + ${ms} * interval '1 millisecond'`
}
