import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf } from '#server/http/language.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { note } from '../sessions/service.ts'
import { voidLinks } from '../email-tokens.ts'
import { lockUser, updateUserRow } from '../queries.ts'
import type { AccountsDeps, Visitor } from '../service.ts'
import { proveItIsThem } from './login-throttle.ts'
import { hashPassword } from './hashing.ts'
import { refuseWeakPassword } from './weak-password.ts'

/**
 * Changes a password that is known. Every other session ends, and so do links that were mailed.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD; ERROR_AUTH_PASSWORD_REUSE; INVALID_DATA for a
 *   password everybody tries
 */
export async function changePassword(
  deps: AccountsDeps,
  viewer: SessionUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  visitor: Visitor,
): Promise<void> {
  await refuseWeakPassword(newPassword, viewer.email, 'newPassword')
  const known = await proveItIsThem(deps, viewer, currentPassword)
  if (newPassword === currentPassword) throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(newPassword)
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, viewer.id)
    // Changed meanwhile: what was proven is not the password any more.
    if (!user || user.passwordHash !== known)
      throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    await keepPassword(tx, viewer, passwordHash)
    await note(tx, user.id, 'password_changed', visitor)
    await mailPasswordChanged(deps, tx, user)
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
  visitor: Visitor,
): Promise<void> {
  await refuseWeakPassword(password, viewer.email, 'password')
  const passwordHash = await hashPassword(password)
  await deps.db.transaction(async tx => {
    const user = await lockUser(tx, viewer.id)
    if (!user || user.passwordHash !== null)
      throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'has a password', { status: 409 })
    await keepPassword(tx, viewer, passwordHash)
    await note(tx, user.id, 'password_set', visitor)
    await mailPasswordChanged(deps, tx, user)
  })
}

async function keepPassword(
  tx: Transaction,
  { id, sessionId }: SessionUser,
  passwordHash: string,
): Promise<void> {
  await updateUserRow(tx, id, { passwordHash })
  await deleteOtherSessions(tx, id, sessionId)
  await voidLinks(tx, id)
}

/** Tells the owner of an address that its password is another one. */
export async function mailPasswordChanged(
  { postman, publicOrigin }: AccountsDeps,
  tx: Transaction,
  { email, languagePreference }: { email: string; languagePreference: 'SPA' | 'EN' },
): Promise<void> {
  await postman.queue(tx, {
    to: email,
    locale: localeOf(languagePreference),
    letter: { kind: 'password_changed', recoverLink: `${publicOrigin}/recover` },
  })
}
