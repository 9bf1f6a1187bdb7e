import { integer, timestamp } from 'drizzle-orm/pg-core'

/** A surrogate primary key: an identity integer of PostgreSQL. */
export const key = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** A point in time, stored in UTC. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/**
 * A point in time in UTC with milliseconds only, the precision of JavaScript's Date, so that values survive a round
 * trip.
 */
export const momentOfList = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => moment().notNull().defaultNow()
