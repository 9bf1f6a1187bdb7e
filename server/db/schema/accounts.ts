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
import { timestampDefaultNow, idColumn, timestamptz } from '../columns.ts'

/** Users. `email` is in lower case. A closed account keeps its row without personal data, since orders reference it. */
export const users = pgTable('users', {
  id: idColumn(),
  email: text().notNull().unique(),
  passwordHash: text(),
  verifiedAt: timestamptz(),
  languagePreference: text({ enum: ['SPA', 'EN'] })
    .notNull()
    .default('SPA'),
  themePreference: text({ enum: ['light', 'dark', 'system'] })
    .notNull()
    .default('system'),
  suspendedAt: timestamptz(),
  suspensionReason: text(),
  /** When nobody could buy from the seller any more, since refunds to buyers wait for money; null if everybody can. */
  salesClosedAt: timestamptz(),
  closedAt: timestamptz(),
  createdAt: timestampDefaultNow(),
  lastLoginAt: timestamptz(),
  loginCount: integer().notNull().default(0),
  /** Since when the user has a second factor; null if there is none. It follows the tables of second factors. */
  secondFactorSince: timestamptz(),
  secondFactorOfferDismissedAt: timestamptz(),
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

/**
 * Accounts at an external sign-in provider that are linked to users. `issuer` and `subject` identify the external
 * account; its email can change.
 */
export const identities = pgTable(
  'identities',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['google'] }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull(),
    /** Whether the provider hosts the address, so that who signs in can read its mail now. */
    isAuthoritative: boolean().notNull().default(false),
    createdAt: timestampDefaultNow(),
  },
  table => [unique().on(table.issuer, table.subject), unique().on(table.userId, table.provider)],
)

/**
 * Active sessions. Only the SHA-256 of the session token is stored. `ip` and `userAgent` are those of the session's
 * last use.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull().unique(),
    ip: text(),
    userAgent: text(),
    createdAt: timestampDefaultNow(),
    lastUsedAt: timestampDefaultNow(),
    /** When the user last proved who they are in this session, by signing in or by confirming the password. */
    confirmedAt: timestampDefaultNow(),
    /** When the user last did so with a second factor; null if they never have in this session. */
    factorConfirmedAt: timestamptz(),
  },
  table => [index().on(table.userId)],
)

/**
 * Browsers in which users have signed in before, identified by the SHA-256 of a long-lived cookie. Several users can
 * share a browser.
 */
export const devices = pgTable(
  'devices',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: timestampDefaultNow(),
    lastUsedAt: timestampDefaultNow(),
    /** Until when a sign-in on this device needs no second step; null if the user did not ask for that. */
    trustedUntil: timestamptz(),
  },
  table => [unique().on(table.userId, table.tokenHash), index().on(table.tokenHash)],
)

/**
 * The security log of accounts, whose entries are never changed. `kind` is a key of the contract's SECURITY_EVENTS.
 * `place` is a masked IP address. `userId` is null for a failed login with an unknown email.
 */
export const securityEvents = pgTable(
  'security_events',
  {
    id: idColumn(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    at: timestampDefaultNow(),
    place: text(),
    userAgent: text(),
  },
  table => [index().on(table.userId, table.id), index().on(table.at)],
)

/**
 * Unfinished OAuth flows that sign a user in or link an external account. A flow belongs to one browser: `browserHash`
 * is the SHA-256 of its cookie. A flow that links an account also belongs to one session. The OAuth callback deletes
 * the row.
 */
export const oauthStates = pgTable(
  'oauth_states',
  {
    stateHash: text().primaryKey(),
    browserHash: text().notNull(),
    purpose: text({ enum: ['sign_in', 'link'] }).notNull(),
    sessionId: integer(),
    /** The PKCE verifier and the nonce of the flow, as encrypted JSON. */
    encryptedSecrets: text().notNull(),
    returnTo: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/**
 * Tokens of emailed links. Each token has one purpose and can be used once. Only the SHA-256 of the token is stored.
 */
export const accountTokens = pgTable(
  'account_tokens',
  {
    id: idColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text({
      enum: [
        'verify',
        'reset',
        'set',
        'email_change',
        'undo_email_change',
        'registration',
        'undo_second_factor',
      ],
    }).notNull(),
    tokenHash: text().notNull().unique(),
    /** The address that the link gives the account: a new one or, after a change of email, the former one. */
    newEmail: text(),
    createdAt: timestampDefaultNow(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  table => [index().on(table.userId, table.purpose)],
)

export const profiles = pgTable(
  'profiles',
  {
    id: idColumn(),
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
    displayName: text(),
    /** An email address that the seller wants to show to buyers. It can differ from the account's. */
    contactEmail: text(),
    /** The contact email that was proved last by a link that was mailed to it. Only that one is shown and used. */
    confirmedContactEmail: text(),
    whatsapp: text(),
    instagram: text(),
    tiktok: text(),
    youtube: text(),
  },
  table => [check('profiles_username_form', sql`${table.username} ~ '^[a-z0-9]{3,20}$'`)],
)

/**
 * Usernames that their users have given up. Their addresses lead to the user's current one, and nobody else may take
 * them for a year. `userId` is null after the account was closed.
 */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    /** The SHA-256 hash of the username, so that the name of a closed account is not stored. */
    usernameHash: text().primaryKey(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    givenUpAt: timestampDefaultNow(),
  },
  table => [index().on(table.userId)],
)

/** Hashes of used captcha answers. A hash is kept until the answer expires, so that no answer is accepted twice. */
export const usedCaptchas = pgTable(
  'used_captchas',
  { digest: text().primaryKey(), expiresAt: timestamptz().notNull() },
  table => [index().on(table.expiresAt)],
)

/**
 * Rate limit counters, which all processes share. `key` consists of the limit's name and a keyed digest of the counted
 * client.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetAt: timestamptz().notNull(),
    /** The earliest time of the next password attempt. */
    notBefore: timestamptz(),
  },
  table => [index().on(table.resetAt)],
)
