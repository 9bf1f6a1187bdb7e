import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Currency } from '#contract/core/fields.ts'
import type { PaymentDifference } from '#contract/reconciliation.ts'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

const minor = () => bigint({ mode: 'number' })

/** The reports of reconciliations in whose period a payment of the account changed. Amounts are minor units. */
export const reconciliationReports = pgTable(
  'reconciliation_reports',
  {
    id: idColumn(),
    at: timestampDefaultNow(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    periodFrom: timestamptz().notNull(),
    periodTo: timestamptz().notNull(),
    currency: text().$type<Currency>().notNull(),
    providerCount: integer().notNull(),
    providerKeptMinor: minor().notNull(),
    ownCount: integer().notNull(),
    ownKeptMinor: minor().notNull(),
    differences: jsonb().$type<PaymentDifference[]>().notNull(),
  },
  table => [index().on(table.at)],
)
