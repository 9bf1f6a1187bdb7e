import { integer, timestamp } from 'drizzle-orm/pg-core'

/** A surrogate key: PostgreSQL's identity integer. */
export const key = () => integer().primaryKey().generatedAlwaysAsIdentity()

/** A moment in UTC. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date' })

export const createdAt = () => moment().notNull().defaultNow()
