import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { findUser, lockUser } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import {
  type SignInOutcome,
  type SignInResult,
  startSession,
  startSessionOrSecondStep,
} from './sign-in.ts'
import { countCode, mayNotifyOfGuessing } from '../second-factor/code-limit.ts'
import { mayTrustDevices } from '../second-factor/queries.ts'
import { trustDevice } from '../sessions/trusted-devices.ts'
import { consumeRecoveryCode, hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { cancelReset } from '../second-factor/reset.ts'
import {
  consumeSecondStep,
  countStepAttempt,
  requireSecondStep,
  verifyEmailCode,
} from '../second-factor/steps.ts'
import { consumeTotpCode } from '../second-factor/totp/service.ts'

/** The days for which a user can skip the second step on a device. */
const TRUSTED_DAYS = 30

/** A second step that a browser wants to complete. */
export interface StepInput {
  /** The digest of the cookie of the step. */
  stepHash: string | undefined
  rememberDevice: boolean | undefined
}

/**
 * Completes a sign-in with a code of the authenticator app.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is no open step; ERROR_SECOND_FACTOR_CODE if the code is wrong or
 * was used; ERROR_TOO_MANY_REQUESTS after too many wrong codes; ERROR_USER_SUSPENDED
 */
export async function completeStepWithCode(
  context: Context,
  input: StepInput & { code: string },
  client: ClientInfo,
): Promise<SignInResult> {
  const { userId, tokenHash } = await requireSecondStep(context.db, input.stepHash)
  const account = await findUser(context.db, userId)
  if (!account) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  return countCode(context, account, client, () =>
    tryCode(context, { userId, tokenHash }, client, () =>
      finishStep(context, { ...input, userId, tokenHash }, client, async tx => {
        if (!(await consumeTotpCode(context, tx, userId, input.code)))
          throw new ApiError('ERROR_SECOND_FACTOR_CODE')
      }),
    ),
  )
}

/**
 * Completes a sign-in with a recovery code.
 * @throws ApiError the same as `completeStepWithCode`; ERROR_SERVICE_UNAVAILABLE if too many hashes are being computed
 */
export async function completeStepWithRecoveryCode(
  context: Context,
  input: StepInput & { recoveryCode: string },
  client: ClientInfo,
): Promise<SignInResult> {
  const { userId, tokenHash } = await requireSecondStep(context.db, input.stepHash)
  return tryCode(context, { userId, tokenHash }, client, async () => {
    const codeHash = await hashRecoveryCode(context.db, userId, input.recoveryCode)
    return finishStep(context, { ...input, userId, tokenHash }, client, async tx => {
      if (!(await consumeRecoveryCode(tx, userId, codeHash)))
        throw new ApiError('ERROR_SECOND_FACTOR_CODE')
      await recordSecurityEvent(context, tx, userId, 'recovery_code_used', client)
    })
  })
}

/**
 * Completes a sign-in with the emailed code, or starts the second step if the account also has a second factor.
 * @param stepHash the digest of the cookie of the step
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is no open step; ERROR_SECOND_FACTOR_CODE if the code is wrong;
 * ERROR_USER_SUSPENDED
 */
export async function completeStepWithEmailCode(
  context: Context,
  { stepHash, emailCode }: { stepHash: string | undefined; emailCode: string },
  client: ClientInfo,
): Promise<SignInOutcome> {
  const { userId, tokenHash } = await verifyEmailCode(context, stepHash, emailCode, client)
  return runTransaction(context.db, async tx => {
    const user = await lockStepUser(tx, userId, tokenHash)
    return startSessionOrSecondStep(context, tx, user, client)
  })
}

/**
 * Ends a second step whose proof was accepted, and locks its user.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED; ERROR_USER_SUSPENDED
 */
async function lockStepUser(tx: Transaction, userId: number, tokenHash: string) {
  const user = await lockUser(tx, userId)
  if (!user) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  await consumeSecondStep(tx, tokenHash)
  if (user.suspendedAt)
    throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: user.suspensionReason })
  return user
}

/**
 * Counts an attempt of a second step. A wrong code is logged; after the last attempt the user is told by email that
 * somebody knows the password and tries codes.
 */
async function tryCode(
  context: Context,
  { userId, tokenHash }: { userId: number; tokenHash: string },
  client: ClientInfo,
  complete: () => Promise<SignInResult>,
): Promise<SignInResult> {
  const hasMoreAttempts = await countStepAttempt(context.db, tokenHash)
  try {
    return await complete()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERROR_SECOND_FACTOR_CODE') {
      await recordSecurityEvent(context, context.db, userId, 'second_factor_failed', client)
      if (!hasMoreAttempts && (await mayNotifyOfGuessing(context, userId)))
        await runTransaction(context.db, tx =>
          recordSecurityEvent(context, tx, userId, 'second_factor_codes_guessed', client),
        )
    }
    throw error
  }
}

/**
 * Ends a second step and starts the session.
 * @param prove uses up the proof, or throws an error, which leaves the step open
 */
export async function finishStep(
  context: Context,
  { userId, tokenHash, rememberDevice }: StepInput & { userId: number; tokenHash: string },
  client: ClientInfo,
  prove: (tx: Transaction, user: typeof users.$inferSelect) => Promise<void>,
): Promise<SignInResult> {
  return runTransaction(context.db, async tx => {
    const user = await lockStepUser(tx, userId, tokenHash)
    await prove(tx, user)
    await cancelReset(context, tx, userId, client)
    const trustsDevice = rememberDevice === true && (await mayTrustDevices(tx, userId))
    // A cookie that the browser has had for longer may be known to somebody else who uses the browser.
    const signedIn = await startSession(context, tx, user, client, {
      hasProvedFactor: true,
      needsFreshDevice: trustsDevice,
    })
    if (trustsDevice) await trustDevice(tx, userId, signedIn.deviceHash, TRUSTED_DAYS)
    return signedIn
  })
}
