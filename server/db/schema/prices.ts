import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { PRICE_BATCH_STATES } from '#contract/prices/price-changes.ts'
import { PRICE_ENDINGS, PRICE_RULE_KINDS } from '#contract/prices/price-rules.ts'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { products } from './products.ts'

/** Changes of several prices by one rule. */
export const priceBatches = pgTable(
  'price_batches',
  {
    id: idColumn(),
    sellerId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: PRICE_RULE_KINDS }).notNull(),
    /** A percentage, or whole units. */
    value: integer().notNull(),
    ending: text({ enum: PRICE_ENDINGS }).notNull(),
    state: text({ enum: PRICE_BATCH_STATES }).notNull(),
    /** When the prices were to change; null if at once. */
    startsAt: timestamptz(),
    createdAt: timestampDefaultNow(),
    doneAt: timestamptz(),
    /** When it was undone or cancelled. */
    endedAt: timestamptz(),
  },
  table => [
    index().on(table.sellerId, table.id),
    index('price_batches_planned')
      .on(table.startsAt)
      .where(sql`state = 'planned'`),
    index('price_batches_old').on(table.createdAt),
  ],
)

/**
 * The prices of a batch in whole units. A change is `left` if the product had another price than `oldPrice` when its
 * time came, and `kept` if it had another one than `newPrice` when it was to be undone. A draft keeps its change when
 * it is published.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    batchId: integer()
      .notNull()
      .references(() => priceBatches.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => products.id),
    oldPrice: integer().notNull(),
    newPrice: integer().notNull(),
    state: text({ enum: ['planned', 'done', 'left', 'undone', 'kept', 'cancelled'] }).notNull(),
  },
  table => [
    primaryKey({ columns: [table.batchId, table.productId] }),
    index().on(table.productId, table.state),
  ],
)
