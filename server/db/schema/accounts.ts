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

/** Only the SHA-256 of a session's token is stored. */
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
  { key: text().primaryKey(), count: integer().notNull(), resetAt: moment().notNull() },
  table => [index().on(table.resetAt)],
)
