import type { SessionUser } from '#server/http/hooks/guards.ts'
import { confirmSession } from '../sessions/queries.ts'
import type { AccountsDeps } from '../service.ts'
import { reauthenticate } from './login-throttle.ts'

/**
 * Confirms the identity of a session's user by the password, so that calls that need a recent proof are allowed.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong or the account has none;
 * ERROR_TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function confirmIdentity(
  deps: AccountsDeps,
  user: SessionUser,
  password: string,
): Promise<void> {
  await reauthenticate(deps, user, password)
  await confirmSession(deps.db, user.sessionId)
}
