import type { User } from '#contract/accounts/user.ts'
import type { Db } from '#server/db/client.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { describeSecondFactor } from './second-factor/factors.ts'
import { findSignInIdentities, findUser, updateUserRow } from './queries.ts'

export async function getUser(context: Context, viewer: SessionUser): Promise<User> {
  const { db, canBePaid } = context
  const [signInMethods, mercadoPagoAuth, secondFactor] = await Promise.all([
    getSignInMethods(db, viewer.id),
    canBePaid(db, viewer.id),
    describeSecondFactor(context, viewer),
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
  { db }: Context,
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
