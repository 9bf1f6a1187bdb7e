import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampDefaultNow } from '../columns.ts'
import { orders } from './orders.ts'

/**
 * The emails about changes of an order that were queued for its buyer. A row is inserted in the transaction that queues
 * the email, so that no change is reported twice.
 */
export const orderEmails = pgTable(
  'order_emails',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The change that the email reports, such as `voucher_waiting:123` with the provider's id of the payment. */
    key: text().notNull(),
    queuedAt: timestampDefaultNow(),
  },
  table => [primaryKey({ columns: [table.orderId, table.key] })],
)
