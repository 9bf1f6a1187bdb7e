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
import { timestampDefaultNow, idColumn, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * The accounts of sellers at the payment provider: one row for each account that a seller ever linked. Tokens are
 * encrypted with AES-256-GCM and prefixed by the key's id. Tokens are kept after unlinking, so that payments of open
 * orders can still be read.
 */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The payment provider's id of the account, stored as text since it can exceed 2^31. */
    collectorId: text().notNull(),
    accessToken: text().notNull(),
    refreshToken: text().notNull(),
    scope: text(),
    liveMode: boolean().notNull(),
    tokenExpiresAt: timestamptz().notNull(),
    /**
     * The end of the lease under which one process refreshes the tokens. Two concurrent refreshes would invalidate each
     * other's tokens.
     */
    refreshLeaseUntil: timestamptz(),
    /** `waiting` is an account that replaces the current one at `activatesAt`. */
    state: text({
      enum: ['linked', 'unlinked', 'revoked', 'refresh_refused', 'unconfirmed', 'waiting'],
    }).notNull(),
    stateSince: timestampDefaultNow(),
    /** The last time that the reconciliation of all changed payments of this account was enqueued. */
    reconciliationRequestedAt: timestamptz(),
    /** All payments of this account that changed before this time have been reconciled. */
    reconciledUntil: timestamptz(),
    linkedAt: timestampDefaultNow(),
    activatesAt: timestamptz(),
    /** The SHA-256 of the token in the email that undoes the replacement. */
    undoTokenHash: text().unique(),
  },
  table => [
    unique().on(table.userId, table.collectorId),
    uniqueIndex('payment_accounts_linked_user')
      .on(table.userId)
      .where(sql`${table.state} = 'linked'`),
    // This index ensures that an account at the provider is linked to only one user at a time.
    uniqueIndex('payment_accounts_linked_collector')
      .on(table.collectorId)
      .where(sql`${table.state} = 'linked'`),
    index().on(table.collectorId),
  ],
)

/** Unfinished attempts to link an account at the payment provider. An attempt belongs to one session. */
export const linkAttempts = pgTable(
  'link_attempts',
  {
    /** The SHA-256 of the OAuth `state` that the provider returns. */
    stateHash: text().primaryKey(),
    sessionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The PKCE verifier of the OAuth flow, encrypted. */
    codeVerifier: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/**
 * How many bytes each seller's files use. An UPDATE with a condition on this row decides whether another file fits into
 * the quota.
 */
export const sellerStorageUsage = pgTable('seller_storage_usage', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  usedBytes: bigint({ mode: 'number' }).notNull().default(0),
  /** The storage quota that an admin set for this seller; null means the default quota. */
  quotaBytes: bigint({ mode: 'number' }),
  /**
   * The highest threshold of storage usage, in percent of the quota, of which the seller was notified: 0, 80 or 100.
   */
  notifiedPercent: integer().notNull().default(0),
})
