import { and, eq, ne } from 'drizzle-orm'
import {
  accountTokens,
  devices,
  identities,
  securityEvents,
  sessions,
  userRoles,
} from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { revokeTokens } from './email-tokens.ts'
import { reauthenticate } from './passwords/login-throttle.ts'
import { lockUser, updateUserRow } from './queries.ts'
import type { AccountsDeps } from './service.ts'

/** Rows that are a person's and nobody else's. */
const PERSONAL = [devices, identities, securityEvents, sessions, userRoles] as const

/**
 * Closes an account. Its row stays, since orders name it, without anything personal; the address is free. What
 * buyers bought stays theirs.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD; ERROR_TOO_MANY_REQUESTS
 */
export async function closeAccount(
  deps: AccountsDeps,
  viewer: SessionUser,
  password: string | undefined,
): Promise<void> {
  const known = await reauthenticate(deps, viewer, password, { isOptional: true })
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user) return
    // Changed meanwhile: what was proven is not the password any more.
    if (user.passwordHash !== known) throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    await deps.onClosed(tx, user.id)
    await revokeTokens(tx, user.id)
    // Verification links stay, as digests: who follows one is told that there is nobody any more.
    await tx
      .delete(accountTokens)
      .where(and(eq(accountTokens.userId, user.id), ne(accountTokens.purpose, 'verify')))
    for (const table of PERSONAL) await tx.delete(table).where(eq(table.userId, user.id))
    await deps.mailQueue.deleteSentTo(tx, user.email)
    await updateUserRow(tx, user.id, {
      email: `closed-${user.id}@account.invalid`,
      passwordHash: null,
      verifiedAt: null,
      lastLoginAt: null,
      loginCount: 0,
      languagePreference: 'SPA',
      themePreference: 'system',
      closedAt: new Date(),
    })
  })
}
