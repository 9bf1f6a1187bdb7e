import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, key, moment } from '../columns.ts'

/** `email` is kept lowercased. A closed account keeps its row (orders name it) without personal data. */
export const users = pgTable('users', {
  id: key(),
  email: text().notNull().unique(),
  passwordHash: text(),
  verifiedAt: moment(),
  languagePreference: text({ enum: ['SPA', 'EN'] })
    .notNull()
    .default('SPA'),
  themePreference: text({ enum: ['light', 'dark', 'system'] })
    .notNull()
    .default('system'),
  suspendedAt: moment(),
  suspensionReason: text(),
  closedAt: moment(),
  createdAt: createdAt(),
  lastLoginAt: moment(),
  loginCount: integer().notNull().default(0),
})

export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['user', 'admin'] }).notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.role] })],
)

/** An account at an external sign-in provider: issuer and subject are who it is, never the email. */
export const identities = pgTable(
  'identities',
  {
    id: key(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['google'] }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    createdAt: createdAt(),
  },
  table => [unique().on(table.issuer, table.subject), unique().on(table.userId, table.provider)],
)

/** Only the SHA-256 of a session's token is stored. `ip` and `userAgent` are those of its last use. */
export const sessions = pgTable(
  'sessions',
  {
    id: key(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    ip: text(),
    userAgent: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
  },
  table => [index().on(table.userId)],
)

/** Browsers that signed in before, by the SHA-256 of a long-lived cookie; one browser may be several people's. */
export const devices = pgTable(
  'devices',
  {
    id: key(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
  },
  table => [unique().on(table.userId, table.tokenHash), index().on(table.tokenHash)],
)

/**
 * What happened to accounts, never changed. `kind` is one of the contract's events; `place` is a network
 * address, shortened. Without a user it is a failed log-in for an address that nobody has.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: key(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    at: createdAt(),
    place: text(),
    userAgent: text(),
  },
  table => [index().on(table.userId, table.id), index().on(table.at)],
)

/**
 * A way to the external sign-in provider and back, for one browser (`browserHash` is the SHA-256 of its cookie)
 * and, where an account is being linked, one session. Taken once.
 */
export const oauthStates = pgTable(
  'sign_in_attempts',
  {
    stateHash: text().primaryKey(),
    browserHash: text().notNull(),
    purpose: text({ enum: ['sign_in', 'link'] }).notNull(),
    sessionId: integer(),
    /** PKCE verifier and nonce, encrypted. */
    encryptedSecrets: text('sealed').notNull(),
    returnTo: text().notNull(),
    expiresAt: moment().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** Links mailed to people. One purpose, one use, an expiry; only the token's SHA-256 is stored. */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: key(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['verify', 'reset', 'set', 'email_change'] }).notNull(),
    tokenHash: text().notNull().unique(),
    newEmail: text(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  table => [index().on(table.userId, table.purpose)],
)

export const profiles = pgTable(
  'profiles',
  {
    id: key(),
    userId: integer()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    username: text().notNull().unique(),
    bio: text(),
    address: text(),
    dateOfBirth: text(),
    gender: text(),
    phoneNumber: text(),
    profilePictureKey: text(),
    otherMediaLink: text(),
    twitter: text(),
    linkedIn: text(),
    facebook: text(),
    webpage: text(),
  },
  table => [check('profiles_username_form', sql`${table.username} ~ '^[a-z0-9]{3,20}$'`)],
)

/** Captcha answers that were used, until they would have expired anyway. */
export const usedCaptchas = pgTable(
  'used_captchas',
  { digest: text().primaryKey(), expiresAt: moment().notNull() },
  table => [index().on(table.expiresAt)],
)

/** Counters of sensitive calls, shared by every process. `key` names the rule and whom it counts. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: moment().notNull(),
    /** Of tries to guess something: how often the wait has doubled, and until when the next one waits. */
    refusals: integer().notNull().default(0),
    notBefore: moment(),
  },
  table => [index().on(table.resetAt)],
)
