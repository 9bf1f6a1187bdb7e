import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ADMIN_ACTIONS } from '#contract/admin/operations.ts'
import { REPORT_OUTCOMES } from '#contract/admin/products.ts'
import { REPORT_REASONS } from '#contract/catalog/reports.ts'
import { TESTIMONIAL_LANGUAGES } from '#contract/admin/testimonials.ts'
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
    target: text({ enum: ['user', 'product', 'report', 'order', 'job', 'testimonial'] }).notNull(),
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

/** What sellers say on the home page, as an admin wrote it down. */
export const testimonials = pgTable('testimonials', {
  id: key(),
  name: text().notNull(),
  trade: text().notNull(),
  quote: text().notNull(),
  language: text({ enum: TESTIMONIAL_LANGUAGES }).notNull(),
  /** Whose kiosk it leads to. */
  sellerId: integer().references(() => users.id),
  hidden: boolean().notNull().default(false),
  /** Of the demo: it says so wherever it shows. */
  isSample: boolean().notNull().default(false),
  position: integer().notNull(),
  createdAt: createdAt(),
})
