import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { idColumn, timestampDefaultNow, timestamptz } from '../../columns.ts'
import { users } from '../accounts.ts'
import { orders } from '../orders.ts'

/**
 * Requests that visitors made with the public form, whether or not they belong to an order. Equal requests of a day are
 * one row.
 */
export const withdrawalRequests = pgTable(
  'withdrawal_requests',
  {
    /** The email address or the order number that the visitor typed, in its stored form. */
    contact: text().notNull(),
    /** The day of the request in UTC. */
    day: date({ mode: 'string' }).notNull(),
    /** The code that the visitor was given, such as `A-7K3M-29QD`. */
    code: text().notNull().unique(),
    askedAt: timestampDefaultNow(),
    /** When the email with the code was last queued; null if none was. */
    mailedAt: timestamptz(),
  },
  table => [primaryKey({ columns: [table.contact, table.day] })],
)

/** Withdrawals of buyers from their orders, at most one for each order. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: idColumn(),
    orderId: uuid()
      .notNull()
      .unique()
      .references(() => orders.id),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The code that the buyer was given, such as `A-7K3M-29QD`. */
    code: text().notNull(),
    /** When the buyer asked, which decides whether the request is in time. */
    askedAt: timestamptz().notNull(),
    /**
     * What the buyer asked for: `refund` within the period, `cancel` of a payment that is not made yet, or `answer` of
     * the seller after the period.
     */
    kind: text({ enum: ['refund', 'cancel', 'answer'] }).notNull(),
    /** The order items to refund. */
    itemIds: integer().array().notNull(),
    /** Until when the seller can answer; null if no answer is needed. */
    dueAt: timestamptz(),
    /** The answer. `unanswered` grants the refund, since the seller did not answer in time. */
    decision: text({ enum: ['granted', 'declined', 'unanswered'] }),
    decidedAt: timestamptz(),
    decidedBy: integer().references(() => users.id),
    /** Why the seller declined. */
    reason: text(),
    /** The number of times that the provider refused the refund. */
    refusals: integer().notNull().default(0),
    /** When a refused refund is requested again; null if it was not refused. */
    retryAt: timestamptz(),
    /** When the withdrawal must be examined next; null once it has ended. */
    nextAt: timestamptz(),
    endedAs: text({ enum: ['refunded', 'canceled', 'declined', 'disputed', 'failed'] }),
    endedAt: timestamptz(),
  },
  table => [
    index('withdrawals_due')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index().on(table.sellerId, table.id),
  ],
)
