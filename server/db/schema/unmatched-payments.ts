import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

const minor = () => bigint({ mode: 'number' })

/**
 * Payments on which the provider deducted the marketplace's commission, but whose order does not exist, for instance
 * because the database was restored from a backup. A row is the payment as it was last read.
 */
export const unmatchedPayments = pgTable(
  'unmatched_payments',
  {
    /** The payment provider's id of the payment. */
    id: text().primaryKey(),
    /** The seller with whose account the payment was read. */
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    collectorId: text().notNull(),
    /** The order id that the payment names. */
    orderId: text().notNull(),
    status: text().notNull(),
    amountMinor: minor().notNull(),
    refundedMinor: minor().notNull(),
    applicationFeeMinor: minor().notNull(),
    currency: text().notNull(),
    paidAt: timestamptz(),
    firstSeenAt: timestampDefaultNow(),
    updatedAt: timestampDefaultNow(),
  },
  table => [
    index('unmatched_payments_kept')
      .on(table.firstSeenAt)
      .where(sql`${table.status} in ('approved', 'in_mediation')`),
  ],
)
