import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import {
  accountTokens,
  devices,
  identities,
  passkeys,
  recoveryCodes,
  secondFactorResets,
  secondSteps,
  securityEvents,
  sessions,
  totpAuthenticators,
  userRoles,
} from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type SessionUser, requireRecentProof } from '#server/http/hooks/guards.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import type { ClientInfo } from './client-info.ts'
import { revokeTokens } from './email-tokens.ts'
import { reauthenticate } from './passwords/login-throttle.ts'
import { lockUser, updateUserRow } from './queries.ts'

/** The tables whose rows of a user are deleted when the account is closed. */
const PERSONAL_TABLES = [
  devices,
  identities,
  passkeys,
  recoveryCodes,
  secondFactorResets,
  secondSteps,
  securityEvents,
  sessions,
  totpAuthenticators,
  userRoles,
] as const

/**
 * Closes an account and deletes its personal data. The user's row stays, since orders reference it. The email address
 * can be registered again, and buyers keep their purchases.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong; ERROR_TOO_MANY_REQUESTS after too
 * many wrong passwords; ERROR_REAUTHENTICATION_REQUIRED if there is no password and the user signed in too long ago
 */
export async function closeAccount(
  context: Context,
  viewer: SessionUser,
  password: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const verifiedHash = await reauthenticate(context, viewer, password, client, { isOptional: true })
  if (verifiedHash === null) requireRecentProof(viewer)
  await runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user) return
    // A simultaneous request may have changed the password after it was verified and before this transaction.
    if (user.passwordHash !== verifiedHash)
      throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    await context.onClosed(tx, user.id)
    await revokeTokens(tx, user.id)
    // Hashes of verification tokens are kept, so that an old verification link can answer that the account no longer
    // exists.
    await tx
      .delete(accountTokens)
      .where(and(eq(accountTokens.userId, user.id), ne(accountTokens.purpose, 'verify')))
    for (const table of PERSONAL_TABLES) await tx.delete(table).where(eq(table.userId, user.id))
    await context.mailQueue.deleteSentTo(tx, user.email)
    await updateUserRow(tx, user.id, {
      email: `closed-${randomUUID()}@account.invalid`,
      passwordHash: null,
      verifiedAt: null,
      lastLoginAt: null,
      loginCount: 0,
      secondFactorSince: null,
      secondFactorOfferDismissedAt: null,
      languagePreference: 'SPA',
      themePreference: 'system',
      closedAt: new Date(),
    })
  })
}
