import type { User } from '#contract/accounts/user.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { SecondFactorDeps } from './second-factor/deps.ts'
import { describeSecondFactor } from './second-factor/factors.ts'
import { findSignInIdentities, findUser, updateUserRow } from './queries.ts'

export { findEmailUndoEnd, findFormerAddresses } from './email-undo.ts'
export { logSecurityEvent } from './sessions/service.ts'
export { type ResetRequest, requestSecondFactorReset } from './second-factor/reset.ts'
export { deleteUserSessions, lockUser, updateUserRow } from './queries.ts'

export interface AccountsDeps extends SecondFactorDeps {
  db: Database
  limiter: RateLimiter
  mailQueue: MailQueue
  publicOrigin: string
  /** Whether the marketplace is in production, where accounts need addresses that can receive email. */
  production: boolean
  /** Called within the transaction that creates an account. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** Called within the transaction that closes an account. */
  onClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Called within the transaction in which a user recovers the access to the account by email. */
  onRecovered: (tx: Transaction, userId: number) => Promise<void>
  /** Tells whether the user has linked a payment account and can therefore sell. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
}

/** The client that sent a request: the data that rate limits and the security log use. */
export interface ClientInfo extends RequestClient {
  /** The SHA-256 of the client's device cookie, if there is one. */
  deviceHash?: string | undefined
  /** The SHA-256 of the client's session cookie, if there is one. */
  sessionHash?: string | undefined
}

export async function getUser(deps: AccountsDeps, viewer: SessionUser): Promise<User> {
  const { db, canBePaid } = deps
  const [signInMethods, mercadoPagoAuth, secondFactor] = await Promise.all([
    getSignInMethods(db, viewer.id),
    canBePaid(db, viewer.id),
    describeSecondFactor(deps, viewer),
  ])
  return {
    id: viewer.id,
    email: viewer.email,
    roles: viewer.roles,
    isVerified: viewer.isVerified,
    ...signInMethods,
    mercadoPagoAuth,
    secondFactor,
  }
}

/** Tells whether the user has a password, and with which external providers the user can sign in. */
export async function getSignInMethods(
  db: Db,
  userId: number,
): Promise<Pick<User, 'hasPassword' | 'providers'>> {
  const [user, linkedIdentities] = await Promise.all([
    findUser(db, userId),
    findSignInIdentities(db, userId),
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
