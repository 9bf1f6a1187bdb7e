import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { createdAt, id, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * A seller's account at the payment provider; one row for each account that the seller ever linked. Tokens are
 * encrypted with AES-256-GCM, prefixed by a key id. They stay after unlinking, so that payments of open orders can
 * still be read.
 */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The provider's id of the account, stored as text since it exceeds 2^31. */
    collectorId: text().notNull(),
    accessToken: text().notNull(),
    refreshToken: text().notNull(),
    scope: text(),
    liveMode: boolean().notNull(),
    tokenExpiresAt: timestamptz().notNull(),
    /** The end of the lease for refreshing the tokens. Two concurrent refreshes would void each other's tokens. */
    refreshLeaseUntil: timestamptz('renewing_until'),
    state: text({ enum: ['linked', 'unlinked', 'revoked', 'refresh_refused'] }).notNull(),
    stateSince: createdAt(),
    linkedAt: createdAt(),
  },
  table => [
    unique().on(table.userId, table.collectorId),
    uniqueIndex('payment_accounts_linked_user')
      .on(table.userId)
      .where(sql`${table.state} = 'linked'`),
    // An account at the provider can be linked to one user at a time.
    uniqueIndex('payment_accounts_linked_collector')
      .on(table.collectorId)
      .where(sql`${table.state} = 'linked'`),
    index().on(table.collectorId),
  ],
)

/** An unfinished link to the payment provider, bound to one session. */
export const linkAttempts = pgTable(
  'link_attempts',
  {
    /** The SHA-256 of the OAuth `state` that the provider returns. */
    stateHash: text().primaryKey(),
    sessionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The encrypted PKCE verifier. */
    codeVerifier: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** The storage usage of a seller. A guarded UPDATE of the row decides whether another file fits in the quota. */
export const sellerStorageUsage = pgTable('seller_storage_usage', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  usedBytes: bigint({ mode: 'number' }).notNull().default(0),
  /** The quota that an admin set for this seller; null means the default. */
  quotaBytes: bigint({ mode: 'number' }),
  /** The usage threshold in percent that the seller was last notified of: 0, 80 or 100. */
  notifiedPercent: integer().notNull().default(0),
})
