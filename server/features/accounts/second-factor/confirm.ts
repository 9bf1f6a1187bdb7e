import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { confirmSession } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { consumeRecoveryCode, hashRecoveryCode } from './recovery-codes.ts'
import { verifyTotp } from './totp/service.ts'
import type { ClientInfo } from '../client-info.ts'
import { reauthenticate } from '../passwords/login-throttle.ts'

/** Right passwords count too, since verifying one costs as much as verifying a wrong one. */
const CONFIRMATIONS_PER_USER = { name: 'confirm', max: 20, seconds: 900 }

/**
 * Confirms the identity of a session's user by the password, a code of the authenticator app or a recovery code, so
 * that calls that need a recent proof are allowed. A wrong one is logged, since the session may be in the wrong hands.
 * @throws ApiError ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong or the account has none;
 * ERROR_SECOND_FACTOR_PROOF for a password if the account has a second factor; ERROR_SECOND_FACTOR_CODE if the code is
 * wrong; ERROR_TOO_MANY_REQUESTS after twenty times in a quarter of an hour, or too many wrong ones
 */
export async function confirmIdentity(
  context: Context,
  user: SessionUser,
  {
    password,
    code,
    recoveryCode,
  }: {
    password?: string | undefined
    code?: string | undefined
    recoveryCode?: string | undefined
  },
  client: ClientInfo,
): Promise<void> {
  await context.limiter.consume(CONFIRMATIONS_PER_USER, String(user.id))
  if (recoveryCode !== undefined)
    return confirmWithRecoveryCode(context, user, recoveryCode, client)
  if (code !== undefined) {
    await verifyTotp(context, user, code, client)
    return confirmSession(context.db, user.sessionId, 'factor')
  }
  if (user.secondFactorSince !== null) throw new ApiError('ERROR_SECOND_FACTOR_PROOF')
  await reauthenticate(context, user, password, client)
  return confirmSession(context.db, user.sessionId, 'password')
}

async function confirmWithRecoveryCode(
  context: Context,
  user: SessionUser,
  recoveryCode: string,
  client: ClientInfo,
): Promise<void> {
  const codeHash = await hashRecoveryCode(context.db, user.id, recoveryCode)
  const isAccepted = await runTransaction(context.db, async tx => {
    if (!(await consumeRecoveryCode(tx, user.id, codeHash))) return false
    await confirmSession(tx, user.sessionId, 'factor')
    await recordSecurityEvent(context, tx, user.id, 'recovery_code_used', client)
    return true
  })
  if (isAccepted) return
  await recordSecurityEvent(context, context.db, user.id, 'identity_proof_failed', client)
  throw new ApiError('ERROR_SECOND_FACTOR_CODE')
}
