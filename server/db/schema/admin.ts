import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { REPORT_OUTCOMES } from '#contract/admin/products.ts'
import { REPORT_REASONS } from '#contract/admin/reports.ts'
import { TESTIMONIAL_LANGUAGES } from '#contract/admin/testimonials.ts'
import { ADMIN_ACTION_NAMES, AUDIT_TARGETS } from '#contract/core/admin-actions.ts'
import { timestampDefaultNow, idColumn, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { products } from './products.ts'

/**
 * The audit log of admin actions, whose entries are never changed. An entry is written in the same transaction as the
 * action.
 */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: idColumn(),
    /** Null if the action was made on the server's command line. */
    adminId: integer().references(() => users.id),
    action: text({ enum: ADMIN_ACTION_NAMES }).notNull(),
    target: text({ enum: AUDIT_TARGETS }).notNull(),
    targetId: text().notNull(),
    reason: text(),
    at: timestampDefaultNow(),
  },
  table => [index().on(table.target, table.targetId, table.id)],
)

/** Visitors' reports of products that break the rules. */
export const productReports = pgTable(
  'product_reports',
  {
    id: idColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    reason: text({ enum: REPORT_REASONS }).notNull(),
    detail: text(),
    /** The email address of the visitor who reported the product; null if they left none. */
    email: text(),
    createdAt: timestampDefaultNow(),
    closedAt: timestamptz(),
    outcome: text({ enum: REPORT_OUTCOMES }),
  },
  table => [
    index().on(table.productId),
    index('product_reports_open')
      .on(table.id)
      .where(sql`${table.closedAt} is null`),
  ],
)

/** Quotes of sellers on the home page, entered by an admin. */
export const testimonials = pgTable('testimonials', {
  id: idColumn(),
  name: text().notNull(),
  trade: text().notNull(),
  quote: text().notNull(),
  language: text({ enum: TESTIMONIAL_LANGUAGES }).notNull(),
  /** The seller whose kiosk the testimonial links to. */
  sellerId: integer().references(() => users.id),
  hidden: boolean().notNull().default(false),
  /** True for an invented testimonial of the demo data, which pages mark as an example. */
  isSample: boolean().notNull().default(false),
  position: integer().notNull(),
  createdAt: timestampDefaultNow(),
})
