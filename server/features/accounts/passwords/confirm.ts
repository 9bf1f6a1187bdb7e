import type { SessionUser } from '#server/http/hooks/guards.ts'
import { confirmSession } from '../sessions/queries.ts'
import { verifyTotp } from '../second-factor/totp/service.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import { reauthenticate } from './login-throttle.ts'

/**
 * Confirms the identity of a session's user by the password or by a code of the authenticator app, so that calls that need a recent proof are allowed.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong or the account has none;
 * ERROR_SECOND_FACTOR_CODE if the code is wrong; ERROR_TOO_MANY_REQUESTS after too many wrong ones
 */
export async function confirmIdentity(
  deps: AccountsDeps,
  user: SessionUser,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  client: ClientInfo,
): Promise<void> {
  if (code === undefined) await reauthenticate(deps, user, password)
  else await verifyTotp(deps, user, code, client)
  await confirmSession(deps.db, user.sessionId)
}
