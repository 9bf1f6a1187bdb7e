import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf } from '#server/http/language.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { logSecurityEvent } from '../sessions/service.ts'
import { revokeTokens } from '../email-tokens.ts'
import { lockUser, updateUserRow } from '../queries.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import { reauthenticate } from './login-throttle.ts'
import { hashPassword } from './hashing.ts'
import { rejectWeakPassword } from './weak-password.ts'

/**
 * Changes a password that is known. Every other session ends, and so do links that were mailed.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD; ERROR_AUTH_PASSWORD_REUSE; INVALID_DATA for a
 *   password everybody tries
 */
export async function changePassword(
  deps: AccountsDeps,
  viewer: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<void> {
  await rejectWeakPassword(newPassword, viewer.email, 'newPassword')
  const known = await reauthenticate(deps, viewer, currentPassword)
  if (newPassword === currentPassword) throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(newPassword)
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, viewer.id)
    // Changed meanwhile: what was proven is not the password any more.
    if (!user || user.passwordHash !== known)
      throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    await savePassword(tx, viewer, passwordHash)
    await logSecurityEvent(tx, user.id, 'password_changed', client)
    await sendPasswordChangedEmail(deps, tx, user)
  })
}

/**
 * Gives an account without a password its first one.
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED with 409 where one exists; INVALID_DATA for a password everybody tries
 */
export async function setPassword(
  deps: AccountsDeps,
  viewer: SessionUser,
  password: string,
  client: ClientInfo,
): Promise<void> {
  await rejectWeakPassword(password, viewer.email, 'password')
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.passwordHash !== null)
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'has a password', { status: 409 })
    await savePassword(tx, viewer, passwordHash)
    await logSecurityEvent(tx, user.id, 'password_set', client)
    await sendPasswordChangedEmail(deps, tx, user)
  })
}

async function savePassword(
  tx: Transaction,
  { id, sessionId }: SessionUser,
  passwordHash: string,
): Promise<void> {
  await updateUserRow(tx, id, { passwordHash })
  await deleteOtherSessions(tx, id, sessionId)
  await revokeTokens(tx, id)
}

/** Tells the owner of an address that its password is another one. */
export async function sendPasswordChangedEmail(
  { mailQueue, publicOrigin }: AccountsDeps,
  tx: Transaction,
  { email, languagePreference }: { email: string; languagePreference: 'SPA' | 'EN' },
): Promise<void> {
  await mailQueue.enqueue(tx, {
    to: email,
    locale: localeOf(languagePreference),
    content: { kind: 'password_changed', recoverLink: `${publicOrigin}/recover` },
  })
}
