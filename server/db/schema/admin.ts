import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ADMIN_ACTIONS } from '#contract/admin/upkeep.ts'
import { REPORT_OUTCOMES } from '#contract/admin/shelves.ts'
import { REPORT_REASONS } from '#contract/reports.ts'
import { createdAt, key, moment } from '../columns.ts'
import { users } from './accounts.ts'
import { products } from './catalog.ts'

/** The audit log: what admins did, in the transaction that did it. Never changed. */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: key(),
    /** Null for the command line of the machine. */
    adminId: integer().references(() => users.id),
    action: text({ enum: ADMIN_ACTIONS }).notNull(),
    target: text({ enum: ['user', 'product', 'report', 'order', 'job'] }).notNull(),
    targetId: text().notNull(),
    reason: text(),
    at: createdAt(),
  },
  table => [index().on(table.target, table.targetId, table.id)],
)

/** What visitors told the house about a product. */
export const productReports = pgTable(
  'product_reports',
  {
    id: key(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    detail: text(),
    /** Where to answer, if the visitor left one. */
    email: text(),
    createdAt: createdAt(),
    closedAt: moment(),
    outcome: text({ enum: REPORT_OUTCOMES }),
  },
  table => [
    index().on(table.productId),
    index('product_reports_open')
      .on(table.id)
      .where(sql`${table.closedAt} is null`),
  ],
)
