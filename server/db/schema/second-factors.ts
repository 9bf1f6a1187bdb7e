import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, timestampDefaultNow, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/**
 * Public keys of users' passkeys. A passkey is a way to sign in and a second factor. Bytes are in base64url.
 * `userHandle` is the random id by which authenticators know the account; it is the same for all passkeys of a user.
 */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    userHandle: text().notNull(),
    /** How often the authenticator has signed; always 0 for passkeys that are stored in an account. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    isSynced: boolean().notNull(),
    name: text().notNull(),
    createdAt: timestampDefaultNow(),
    lastUsedAt: timestamptz(),
  },
  table => [index().on(table.userId)],
)

/** Authenticator apps, one per user. `encryptedSecret` can be decrypted for its user only. */
export const totpAuthenticators = pgTable('totp_authenticators', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  encryptedSecret: text().notNull(),
  /** The newest period of 30 seconds since 1970 whose code was used. Only codes of later periods are accepted. */
  lastUsedPeriod: integer().notNull(),
  createdAt: timestampDefaultNow(),
})

/** Argon2id hashes of recovery codes. The codes of a user share one salt, so that a code is hashed once to find it. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    salt: text().notNull(),
    codeHash: text().notNull(),
    createdAt: timestampDefaultNow(),
    usedAt: timestamptz(),
  },
  table => [index().on(table.userId)],
)

/**
 * Sign-ins whose first step is done and whose second step is open. A step belongs to one browser: `tokenHash` is the
 * SHA-256 of its cookie. It is not a session and gives access to nothing. A step without a user is the answer to a
 * wrong password that must look like the answer to the right one; nothing completes it.
 */
export const secondSteps = pgTable(
  'second_steps',
  {
    id: idColumn(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    /** The digest of the emailed code that completes the step; null if a second factor does. */
    emailCodeHash: text(),
    /** The number of codes that were tried. */
    attempts: integer().notNull().default(0),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.userId), index().on(table.expiresAt)],
)

/** Open challenges for passkeys. `boundTo` names the session, the browser or the second step that may use it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    boundTo: text().notNull(),
    /** The id of the user at authenticators, for a challenge that adds a passkey; otherwise empty. */
    userHandle: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/**
 * Requests by the operator to remove all second factors of a user who has lost them. `effectiveAt` is null until the
 * user was notified.
 */
export const secondFactorResets = pgTable('second_factor_resets', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  requestedAt: timestampDefaultNow(),
  effectiveAt: timestamptz(),
})
