import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import { timestampDefaultNow, timestamptz } from '../columns.ts'
import { HELD_STATUSES } from '../payment-statuses.ts'
import { toSqlList } from '../sql-list.ts'
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
    currency: text().$type<Currency>().notNull(),
    paidAt: timestamptz(),
    providerUpdatedAt: timestamptz(),
    firstSeenAt: timestampDefaultNow(),
    updatedAt: timestampDefaultNow(),
    /** The time when an admin decided that nothing has to be done. */
    dismissedAt: timestamptz(),
    /** The time when an admin rebuilt the order. The payment then has a row in `payments`. */
    rebuiltAt: timestamptz(),
    /** The time when the admins were last emailed about the payment; null if an email is due. */
    adminsInformedAt: timestamptz(),
  },
  table => [
    index('unmatched_payments_kept')
      .on(table.firstSeenAt)
      .where(sql`${table.status} in ${sql.raw(toSqlList(HELD_STATUSES))}`),
  ],
)
