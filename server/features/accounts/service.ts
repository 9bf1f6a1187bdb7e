import type { User } from '#contract/accounts/user.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { SessionUser } from '#server/http/guards.ts'
import type { Limiter } from '#server/http/rate-limit/limiter.ts'
import { findIdentities, findUser, updateUserRow } from './queries.ts'

export { deleteSessionsOf } from './queries.ts'

export interface AccountsDeps {
  db: Database
  limiter: Limiter
  mailQueue: MailQueue
  publicOrigin: string
  /** What else a new account needs; runs in the same transaction. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** What else an account leaves behind that closes; runs in the same transaction. */
  onClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Whether sales of this user can be paid out; the sellers feature knows. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
}

/** A browser that makes a call. */
export interface ClientInfo {
  /** As `addressKey` gives it. */
  ip: string
  userAgent: string
  /** SHA-256 of its device cookie, where it has one. */
  deviceHash?: string | undefined
  /** SHA-256 of the session cookie it came with. */
  sessionHash?: string | undefined
}

/** The user as the web knows them. */
export async function describeUser(
  { db, canBePaid }: AccountsDeps,
  viewer: SessionUser,
): Promise<User> {
  const [ways, mercadoPagoAuth] = await Promise.all([
    describeSignInMethods(db, viewer.id),
    canBePaid(db, viewer.id),
  ])
  return {
    id: viewer.id,
    email: viewer.email,
    roles: viewer.roles,
    isVerified: viewer.isVerified,
    ...ways,
    mercadoPagoAuth,
  }
}

/** How a user can sign in. */
export async function describeSignInMethods(
  db: Db,
  userId: number,
): Promise<Pick<User, 'hasPassword' | 'providers'>> {
  const [user, linked] = await Promise.all([findUser(db, userId), findIdentities(db, userId)])
  const google = linked.find(({ provider }) => provider === 'google')
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
  if (Object.keys(chosen).length > 0) await updateUserRow(db, userId, chosen)
}
