import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { products } from './products.ts'
import { orderItems } from './orders.ts'

/**
 * The reviews that buyers wrote, at most one for each order item. Database triggers maintain `counts` and the sums in
 * `products`, in the transaction of each change of a review or of the sale of its item.
 */
export const productReviews = pgTable(
  'product_reviews',
  {
    id: idColumn(),
    orderItemId: integer()
      .notNull()
      .unique()
      .references(() => orderItems.id),
    productId: integer()
      .notNull()
      .references(() => products.id),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    stars: integer().notNull(),
    /** Empty if the buyer gave only stars. */
    text: text().notNull().default(''),
    /** The name that the buyer chose to be shown; null for none. */
    name: text(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    /** True if the review is shown and counted: its item is paid and not refunded, and nobody hid or deleted it. */
    counts: boolean().notNull().default(false),
    reply: text(),
    repliedAt: timestamptz(),
    /** When and why an admin hid the review. */
    hiddenAt: timestamptz(),
    hiddenReason: text(),
    /** When the buyer deleted a hidden review. Its row stays without text and name, so that none is written again. */
    deletedAt: timestamptz(),
    /** The seller's report to the admins, its reason, and when an admin closed it. */
    reportedAt: timestamptz(),
    reportReason: text(),
    reportClosedAt: timestamptz(),
    createdAt: timestampDefaultNow(),
    updatedAt: timestampDefaultNow(),
  },
  table => [
    check('product_reviews_stars', sql`${table.stars} between 1 and 5`),
    index('product_reviews_shown')
      .on(table.productId, table.id)
      .where(sql`${table.counts}`),
    index().on(table.sellerId, table.id),
    index('product_reviews_reported')
      .on(table.id)
      .where(sql`${table.reportedAt} is not null and ${table.reportClosedAt} is null`),
    index('product_reviews_hidden')
      .on(table.id)
      .where(sql`${table.hiddenAt} is not null`),
  ],
)
