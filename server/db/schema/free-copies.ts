import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bigIdColumn, timestampDefaultNow } from '../columns.ts'
import { products } from './catalog.ts'

/** Requests for free products that wait, because too many were answered in the last minutes. */
export const freeCopyRequests = pgTable(
  'free_copy_requests',
  {
    id: bigIdColumn(),
    productId: integer()
      .notNull()
      .references(() => products.id),
    email: text().notNull(),
    /** Keyed digest of the mailbox, as `toMailbox` returns it. */
    mailboxDigest: text().notNull(),
    /** Keyed digest of the network from which the request came. */
    networkDigest: text().notNull(),
    language: text({ enum: ['es', 'en'] }).notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [
    unique().on(table.productId, table.mailboxDigest),
    index().on(table.networkDigest, table.id),
    index().on(table.createdAt),
  ],
)
