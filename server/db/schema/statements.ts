import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { StatementSection } from '#contract/sales/statements.ts'
import { timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * The monthly statements of sellers that are final. A trigger refuses to change or delete them. An entry of the ledger
 * that is appended after `closedUntil` counts in the month in which it was appended.
 */
export const sellerStatements = pgTable(
  'seller_statements',
  {
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    /** The month of `TIME_ZONE`, such as `2026-11`. */
    month: text().notNull(),
    /** The statement has the entries of its month that were appended until then. */
    closedUntil: timestamptz().notNull(),
    sections: jsonb().$type<StatementSection[]>().notNull(),
    /** The SHA-256 of the statement, in hexadecimal. */
    digest: text().notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [primaryKey({ columns: [table.sellerId, table.month] })],
)
