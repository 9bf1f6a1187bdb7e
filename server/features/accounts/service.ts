import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Login, Registration, User } from '#contract/accounts.ts'
import type { Locale } from '#messages/runtime'
import type * as z from 'zod/mini'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import { identities, users } from '#server/db/schema/index.ts'
import type { Postman } from '#server/emails/postman.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { preferenceOf, localeOf } from '#server/http/language.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'
import { hashPassword, passwordMatches } from './password.ts'
import {
  deleteSessionsOf,
  findIdentities,
  findToken,
  findUser,
  findUserByEmail,
  insertSession,
  insertToken,
  insertUser,
  useToken,
} from './queries.ts'

const VERIFY_HOURS = 24
/** Per account and address together, so that nobody can lock an owner out from elsewhere. */
const FAILED_LOGINS = { name: 'failed_login', max: 10, seconds: 900 }
const MAILS_PER_ADDRESS = { name: 'resend_address', max: 5, seconds: 600 }

export interface AccountsDeps {
  db: Database
  limiter: Limiter
  postman: Postman
  publicOrigin: string
  /** What else a new account needs; runs in the same transaction. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** Whether sales of this user can be paid out; the sellers feature knows. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
}

/** Where a session was started from. */
export interface Visitor {
  ip: string
  userAgent: string
}

/**
 * Opens an account and mails its verification link.
 * @throws ApiError ERROR_AUTH_USER_ALREADY_EXISTS
 */
export async function register(deps: AccountsDeps, form: Registration, locale: Locale) {
  const passwordHash = await hashPassword(form.password)
  return deps.db.transaction(async tx => {
    const id = await insertUser(tx, {
      email: form.email,
      passwordHash,
      languagePreference: preferenceOf(locale),
    })
    if (id === undefined) throw new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS')
    await deps.onRegistered(tx, id)
    await mailVerification(deps, tx, { id, email: form.email, locale })
    return { id, email: form.email }
  })
}

async function mailVerification(
  { postman, publicOrigin }: AccountsDeps,
  tx: Transaction,
  user: { id: number; email: string; locale: Locale },
): Promise<void> {
  const { token, tokenHash } = newToken()
  const expiresAt = new Date(Date.now() + VERIFY_HOURS * 3_600_000)
  await insertToken(tx, { userId: user.id, purpose: 'verify', tokenHash, expiresAt })
  await postman.queue(tx, {
    to: user.email,
    locale: user.locale,
    letter: { kind: 'verify_account', link: `${publicOrigin}/verify/${token}` },
  })
}

/**
 * Proves an address by the link that was mailed to it. Whoever had a session before that may not have
 * owned the address, so every session and unproven identity ends.
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED; ERROR_NO_USER_FOUND_FOR_TOKEN; ERROR_MISSING_OR_EXPIRED_TOKEN
 */
export async function verifyAccount({ db }: AccountsDeps, token: string): Promise<void> {
  const tokenHash = hashToken(token)
  await db.transaction(async tx => {
    const used = await useToken(tx, 'verify', tokenHash)
    if (!used) throw await refusedToken(tx, tokenHash)
    const [verified] = await tx
      .update(users)
      .set({ verifiedAt: new Date() })
      .where(and(eq(users.id, used.userId), isNull(users.verifiedAt), isNull(users.closedAt)))
      .returning({ id: users.id })
    if (!verified) throw new ApiError('ERROR_USER_ALREADY_VERIFIED')
    await deleteSessionsOf(tx, verified.id)
    await tx
      .delete(identities)
      .where(and(eq(identities.userId, verified.id), eq(identities.emailVerified, false)))
  })
}

async function refusedToken(tx: Transaction, tokenHash: string): Promise<ApiError> {
  const known = await findToken(tx, 'verify', tokenHash)
  if (known && known.userId === null) return new ApiError('ERROR_NO_USER_FOUND_FOR_TOKEN')
  if (known?.verifiedAt) return new ApiError('ERROR_USER_ALREADY_VERIFIED')
  return new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN')
}

/**
 * Mails the verification link again. Known and unknown addresses get the same answer.
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED to that user's own session only
 */
export async function resendVerification(
  deps: AccountsDeps,
  email: string,
  viewer: SessionUser | undefined,
): Promise<void> {
  if (viewer?.email === email && viewer.isVerified)
    throw new ApiError('ERROR_USER_ALREADY_VERIFIED')
  const within = await deps.limiter.allows(MAILS_PER_ADDRESS, email)
  const user = await findUserByEmail(deps.db, email)
  if (!within || !user || user.verifiedAt) return
  await deps.db.transaction(tx =>
    mailVerification(deps, tx, { id: user.id, email, locale: localeOf(user.languagePreference) }),
  )
}

/**
 * Starts a session. An unknown address and a wrong password read the same and take as long.
 * @returns the session's token for the cookie
 * @throws ApiError ERROR_MISSING_EMAIL_OR_PASSWORD; ERROR_AUTH_USER_NOT_AUTHORIZED; after a right password
 *   ERROR_AUTH_USER_NOT_VERIFIED or ERROR_USER_SUSPENDED; ERROR_TOO_MANY_REQUESTS
 */
export async function login(
  { db, limiter }: AccountsDeps,
  { email, password }: z.infer<typeof Login>,
  visitor: Visitor,
) {
  if (!email || !password) throw new ApiError('ERROR_MISSING_EMAIL_OR_PASSWORD')
  const attempt = `${email}:${visitor.ip}`
  await limiter.refuseIfSpent(FAILED_LOGINS, attempt)
  const user = await findUserByEmail(db, email)
  if (!(await passwordMatches(user?.passwordHash ?? null, password)) || !user) {
    await limiter.allows(FAILED_LOGINS, attempt)
    throw new ApiError('ERROR_AUTH_USER_NOT_AUTHORIZED')
  }
  if (!user.verifiedAt) throw new ApiError('ERROR_AUTH_USER_NOT_VERIFIED')
  if (user.suspendedAt) throw new ApiError('ERROR_USER_SUSPENDED')

  const { token, tokenHash } = newToken()
  await db.transaction(async tx => {
    await insertSession(tx, { userId: user.id, tokenHash, ...visitor })
    await tx
      .update(users)
      .set({ lastLoginAt: new Date(), loginCount: sql`${users.loginCount} + 1` })
      .where(eq(users.id, user.id))
  })
  return {
    token,
    account: { id: user.id, email: user.email },
    locale: localeOf(user.languagePreference),
  }
}

/** The user as the web knows them. */
export async function describeUser(
  { db, canBePaid }: AccountsDeps,
  viewer: SessionUser,
): Promise<User> {
  const [user, linked, mercadoPagoAuth] = await Promise.all([
    findUser(db, viewer.id),
    findIdentities(db, viewer.id),
    canBePaid(db, viewer.id),
  ])
  const google = linked.find(({ provider }) => provider === 'google')
  return {
    id: viewer.id,
    email: viewer.email,
    roles: viewer.roles,
    isVerified: viewer.isVerified,
    hasPassword: user?.passwordHash != null,
    providers: [
      {
        provider: 'google',
        linked: google !== undefined,
        createdAt: google?.createdAt.toISOString() ?? null,
      },
    ],
    mercadoPagoAuth,
  }
}

/** Keeps a choice of language or theme. */
export async function updatePreferences(
  { db }: AccountsDeps,
  userId: number,
  preferences: {
    languagePreference?: 'SPA' | 'EN' | undefined
    themePreference?: 'light' | 'dark' | 'system' | undefined
  },
): Promise<void> {
  const chosen = Object.fromEntries(
    Object.entries(preferences).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(chosen).length > 0) await db.update(users).set(chosen).where(eq(users.id, userId))
}
