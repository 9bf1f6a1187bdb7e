import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  CONVERSION_KINDS,
  CONVERSION_STATES,
  RECEIVER_ANSWERS,
  RECEIVER_KINDS,
} from '#contract/conversions.ts'
import { bigIdColumn, idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** Where sellers want their conversion events to be sent. */
export const conversionReceivers = pgTable(
  'conversion_receivers',
  {
    id: idColumn(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: RECEIVER_KINDS }).notNull(),
    /** The id of the data set, pixel or data stream at the receiver. */
    receiverId: text().notNull(),
    /** The secret with which events are sent, encrypted. */
    secret: text().notNull(),
    savedAt: timestampDefaultNow(),
    /** The number of events in a row that the receiver refused. */
    refusals: integer().notNull().default(0),
    /** Since when nothing is sent, since the receiver refused too many events in a row; null while it is on. */
    offAt: timestamptz(),
    lastAnswer: text({ enum: RECEIVER_ANSWERS }),
  },
  table => [uniqueIndex('conversion_receivers_seller').on(table.sellerId, table.kind)],
)

/**
 * The conversion events of orders, one for each receiver, written in the transaction that delivers or refunds an order.
 * Nothing is stored that is not also in the order.
 */
export const conversionEvents = pgTable(
  'conversion_events',
  {
    id: bigIdColumn(),
    receiverId: integer()
      .notNull()
      .references(() => conversionReceivers.id, { onDelete: 'cascade' }),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    kind: text({ enum: CONVERSION_KINDS }).notNull(),
    state: text({ enum: CONVERSION_STATES }).notNull(),
    /** What the receiver answered last, with its words; null before the first attempt. */
    answer: text({ enum: RECEIVER_ANSWERS }),
    message: text(),
    createdAt: timestampDefaultNow(),
  },
  table => [
    uniqueIndex('conversion_events_once').on(table.receiverId, table.orderId, table.kind),
    index().on(table.receiverId, table.id),
    index('conversion_events_unsent')
      .on(table.receiverId, table.createdAt)
      .where(sql`${table.state} in ('refused', 'paused')`),
    index().on(table.orderId),
    index().on(table.createdAt),
  ],
)
