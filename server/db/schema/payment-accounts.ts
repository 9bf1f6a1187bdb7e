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
import { createdAt, key, moment } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * A seller's account at the payment provider. Tokens are AES-256-GCM ciphertext with a key id in front.
 * Unlinking stops sales and keeps the tokens until the last open order is final; so does linking another
 * account, for the orders of the one before. One row for each account a seller ever linked.
 */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    id: key(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The provider's number for the seller; above 2^31, so text. */
    collectorId: text().notNull(),
    accessToken: text().notNull(),
    refreshToken: text().notNull(),
    scope: text(),
    liveMode: boolean().notNull(),
    tokenExpiresAt: moment().notNull(),
    /** One process at a time may renew: two renewals void each other's tokens. */
    renewingUntil: moment(),
    state: text({ enum: ['linked', 'unlinked', 'revoked', 'refresh_refused'] }).notNull(),
    stateSince: createdAt(),
    linkedAt: createdAt(),
  },
  table => [
    unique().on(table.userId, table.collectorId),
    uniqueIndex('payment_accounts_linked_user')
      .on(table.userId)
      .where(sql`${table.state} = 'linked'`),
    // One account at the provider serves one user, as long as it is linked.
    uniqueIndex('payment_accounts_linked_collector')
      .on(table.collectorId)
      .where(sql`${table.state} = 'linked'`),
    index().on(table.collectorId),
  ],
)

/** A link being made: `stateHash` is the SHA-256 of what the provider hands back, bound to one session. */
export const linkAttempts = pgTable(
  'link_attempts',
  {
    stateHash: text().primaryKey(),
    sessionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** PKCE verifier, encrypted. */
    codeVerifier: text().notNull(),
    expiresAt: moment().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** Bytes a seller's live files take. One guarded UPDATE decides whether a file still fits. */
export const sellerStorageUsage = pgTable('seller_spaces', {
  userId: integer()
    .primaryKey()
    .references(() => users.id),
  usedBytes: bigint({ mode: 'number' }).notNull().default(0),
  /** An admin's exception to the installation's quota. */
  quotaBytes: bigint({ mode: 'number' }),
  /** The last mark of the quota, in percent, that the seller was told of: 0, 80 or 100. */
  notifiedPercent: integer('told_percent').notNull().default(0),
})
