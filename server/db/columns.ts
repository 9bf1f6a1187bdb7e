import { integer, timestamp } from 'drizzle-orm/pg-core'

/** Defines a surrogate primary key: an identity integer of PostgreSQL. */
export const id = () => integer().primaryKey().generatedAlwaysAsIdentity()

/**
 * Defines a point in time, stored in UTC.
 * @param name the column's SQL name; by default the property's name in snake case
 */
export const timestamptz = <Name extends string = ''>(name = '' as Name) =>
  timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Defines a point in time in UTC with milliseconds only, the precision of JavaScript's Date, so that values survive a
 * round trip.
 */
export const timestamptzMs = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => timestamptz().notNull().defaultNow()
