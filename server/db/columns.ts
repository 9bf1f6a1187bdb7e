import { integer, timestamp } from 'drizzle-orm/pg-core'

/** A surrogate key: PostgreSQL's identity integer. */
export const key = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** A moment in UTC. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

/** A moment in UTC to the millisecond: what JavaScript reads of it is all there is. */
export const momentOfList = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

export const createdAt = () => moment().notNull().defaultNow()
