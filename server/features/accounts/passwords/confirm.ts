import type { SessionUser } from '#server/http/hooks/guards.ts'
import { confirmSession } from '../sessions/queries.ts'
import { verifyTotp } from '../second-factor/totp/service.ts'
import type { AccountsDeps, ClientInfo } from '../service.ts'
import { reauthenticate } from './login-throttle.ts'

/** Right passwords count too, since verifying one costs as much as verifying a wrong one. */
const CONFIRMATIONS_PER_USER = { name: 'confirm', max: 20, seconds: 900 }

/**
 * Confirms the identity of a session's user by the password or by a code of the authenticator app, so that calls that need a recent proof are allowed.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong or the account has none;
 * ERROR_SECOND_FACTOR_CODE if the code is wrong; ERROR_TOO_MANY_REQUESTS after twenty times in a quarter of
 * an hour, or too many wrong ones
 */
export async function confirmIdentity(
  deps: AccountsDeps,
  user: SessionUser,
  { password, code }: { password?: string | undefined; code?: string | undefined },
  client: ClientInfo,
): Promise<void> {
  await deps.limiter.consume(CONFIRMATIONS_PER_USER, String(user.id))
  if (code === undefined) await reauthenticate(deps, user, password)
  else await verifyTotp(deps, user, code, client)
  await confirmSession(deps.db, user.sessionId)
}
