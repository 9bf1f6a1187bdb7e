import type { User } from '#contract/accounts/user.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import { findIdentities, findUser, updateUserRow } from './queries.ts'

export { deleteSessionsOf, lockUser, updateUserRow } from './queries.ts'

export interface AccountsDeps {
  db: Database
  limiter: RateLimiter
  mailQueue: MailQueue
  publicOrigin: string
  /** Called for a new account, in its transaction. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** Called when an account is closed, in its transaction. */
  onClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Whether the user has linked a payment account. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
}

/** The client that sent a request, as far as rate limits and the security log need to know it. */
export interface ClientInfo {
  /** The IP address in the form of `toAddressKey`: an IPv6 address is reduced to its /64 network. */
  ip: string
  userAgent: string
  /** The SHA-256 of its device cookie, if it has one. */
  deviceHash?: string | undefined
  /** The SHA-256 of its session cookie, if it has one. */
  sessionHash?: string | undefined
}

export async function getUser({ db, canBePaid }: AccountsDeps, viewer: SessionUser): Promise<User> {
  const [signInMethods, mercadoPagoAuth] = await Promise.all([
    getSignInMethods(db, viewer.id),
    canBePaid(db, viewer.id),
  ])
  return {
    id: viewer.id,
    email: viewer.email,
    roles: viewer.roles,
    isVerified: viewer.isVerified,
    ...signInMethods,
    mercadoPagoAuth,
  }
}

/** Returns whether the user has a password, and the external providers with which they can sign in. */
export async function getSignInMethods(
  db: Db,
  userId: number,
): Promise<Pick<User, 'hasPassword' | 'providers'>> {
  const [user, linkedIdentities] = await Promise.all([
    findUser(db, userId),
    findIdentities(db, userId),
  ])
  const google = linkedIdentities.find(({ provider }) => provider === 'google')
  return {
    hasPassword: user?.passwordHash != null,
    providers: [
      {
        provider: 'google',
        linked: google !== undefined,
        createdAt: google?.createdAt.toISOString() ?? null,
      },
    ],
  }
}

export async function updatePreferences(
  { db }: AccountsDeps,
  userId: number,
  preferences: {
    languagePreference?: 'SPA' | 'EN' | undefined
    themePreference?: 'light' | 'dark' | 'system' | undefined
  },
): Promise<void> {
  const changes = Object.fromEntries(
    Object.entries(preferences).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(changes).length > 0) await updateUserRow(db, userId, changes)
}
