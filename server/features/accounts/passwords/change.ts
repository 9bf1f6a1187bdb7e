import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { revokeTokens } from '../email-tokens.ts'
import { lockUser, updateUserRow } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { reauthenticate } from './login-throttle.ts'
import { hashPassword } from './hashing.ts'
import { rejectWeakPassword } from './weak-password.ts'

/**
 * Changes the password of a signed-in user. All other sessions of the user end, and tokens of emailed links are
 * revoked.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the current password is wrong; ERROR_AUTH_PASSWORD_REUSE
 * if the new password is the current one; INVALID_DATA if the new password is too common
 */
export async function changePassword(
  context: Context,
  viewer: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  client: ClientInfo,
): Promise<void> {
  await rejectWeakPassword(newPassword, viewer.email, 'newPassword')
  const verifiedHash = await reauthenticate(context, viewer, currentPassword, client)
  if (newPassword === currentPassword) throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(newPassword)
  await runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    // A simultaneous request may have changed the password after it was verified and before this transaction.
    if (!user || user.passwordHash !== verifiedHash)
      throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    await savePassword(tx, viewer, passwordHash)
    await recordSecurityEvent(context, tx, user.id, 'password_changed', client)
  })
}

/**
 * Sets the first password of an account.
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED with 409 if the account already has a password; INVALID_DATA if the new
 * password is too common
 */
export async function setPassword(
  context: Context,
  viewer: SessionUser,
  password: string,
  client: ClientInfo,
): Promise<void> {
  await rejectWeakPassword(password, viewer.email, 'password')
  const passwordHash = await hashPassword(password)
  await runTransaction(context.db, async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.passwordHash !== null)
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'the account has a password', { status: 409 })
    await savePassword(tx, viewer, passwordHash)
    await recordSecurityEvent(context, tx, user.id, 'password_set', client)
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
