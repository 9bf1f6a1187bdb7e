import { and, eq, lt, or, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { PasskeyAssertion, PasskeyRequestOptions } from '#contract/accounts/passkeys.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { passkeys } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import { lockUser } from '../queries.ts'
import { confirmSession } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import type { ClientInfo } from '../client-info.ts'
import { type SignInResult, startSession } from './sign-in.ts'
import { type StepInput, finishStep } from './complete-step.ts'
import { findPasskeys } from '../second-factor/queries.ts'
import { cancelReset } from '../second-factor/reset.ts'
import { requireSecondStep } from '../second-factor/steps.ts'
import {
  type ChallengeBinding,
  consumeChallenge,
  saveChallenge,
} from '../second-factor/passkeys/challenges.ts'
import { getRelyingParty, loadWebAuthn } from '../second-factor/passkeys/webauthn.ts'

type RequestOptions = z.infer<typeof PasskeyRequestOptions>

/** A passkey whose signature was verified but whose use is not recorded yet. */
interface VerifiedPasskey {
  id: number
  userId: number
  newCounter: number
  isSynced: boolean
}

/**
 * Creates the options of an assertion.
 * @param userId the user whose passkeys are asked for; undefined for a sign-in, which any passkey of this site can
 * answer that verifies its user
 */
async function createRequestOptions(
  context: Context,
  boundTo: ChallengeBinding,
  userId?: number,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const known = userId === undefined ? undefined : await findPasskeys(context.db, userId)
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(context.config).id,
    userVerification: known ? 'preferred' : 'required',
    ...(known && {
      allowCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports,
      })),
    }),
  })
  await saveChallenge(context.db, options.challenge, boundTo)
  return options as RequestOptions
}

/**
 * Verifies an assertion: its challenge, origin, domain, signature and counter.
 * @param userId the user who must own the passkey; undefined for a sign-in, which requires a verified user
 * @throws ApiError ERROR_PASSKEY_REFUSED
 */
async function verifyAssertion(
  context: Context,
  assertion: PasskeyAssertion,
  boundTo: ChallengeBinding,
  userId?: number,
): Promise<VerifiedPasskey> {
  const [passkey] = await context.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, assertion.id))
  const { userHandle } = assertion.response
  const isExpected =
    passkey &&
    (userId === undefined ? userHandle !== undefined : passkey.userId === userId) &&
    (userHandle === undefined || userHandle === passkey.userHandle)
  if (!isExpected) throw new ApiError('ERROR_PASSKEY_REFUSED', 'unknown passkey')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const relyingParty = getRelyingParty(context.config)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: async challenge =>
      (await consumeChallenge(context.db, challenge, boundTo)) !== undefined,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: userId === undefined,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch((error: unknown) => {
    throw new ApiError('ERROR_PASSKEY_REFUSED', 'assertion', { cause: error })
  })
  if (!verified) throw new ApiError('ERROR_PASSKEY_REFUSED', 'signature')
  return {
    id: passkey.id,
    userId: passkey.userId,
    newCounter: authenticationInfo.newCounter,
    isSynced: authenticationInfo.credentialBackedUp,
  }
}

/**
 * Records the use of a passkey.
 * @throws ApiError ERROR_PASSKEY_REFUSED if the passkey was removed meanwhile, or if its counter has not grown, since
 * then somebody may have copied it
 */
async function recordUse(
  tx: Transaction,
  { id, newCounter, isSynced }: VerifiedPasskey,
): Promise<void> {
  const recorded = await tx
    .update(passkeys)
    .set({ counter: newCounter, isSynced, lastUsedAt: sql`now()` })
    .where(
      and(
        eq(passkeys.id, id),
        or(lt(passkeys.counter, newCounter), and(eq(passkeys.counter, 0), sql`${newCounter} = 0`)),
      ),
    )
    .returning({ id: passkeys.id })
  if (recorded.length === 0) throw new ApiError('ERROR_PASSKEY_REFUSED', 'counter')
}

export const startPasskeySignIn = (
  context: Context,
  browserHash: string,
): Promise<RequestOptions> => createRequestOptions(context, `browser:${browserHash}`)

/**
 * Signs in with a passkey alone, which has verified its user.
 * @throws ApiError ERROR_PASSKEY_REFUSED; ERROR_USER_SUSPENDED
 */
export async function signInWithPasskey(
  context: Context,
  assertion: PasskeyAssertion,
  browserHash: string | undefined,
  client: ClientInfo,
): Promise<SignInResult> {
  if (!browserHash) throw new ApiError('ERROR_PASSKEY_REFUSED', 'no browser cookie')
  const verified = await verifyAssertion(context, assertion, `browser:${browserHash}`)
  return runTransaction(context.db, async tx => {
    const user = await lockUser(tx, verified.userId)
    if (!user) throw new ApiError('ERROR_PASSKEY_REFUSED', 'closed account')
    if (user.suspendedAt)
      throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: user.suspensionReason })
    await recordUse(tx, verified)
    await cancelReset(context, tx, user.id, client)
    return startSession(context, tx, user, client, { hasProvedFactor: true })
  })
}

/** @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is no open step */
export async function startPasskeyStep(
  context: Context,
  stepHash: string | undefined,
): Promise<RequestOptions> {
  const { userId, tokenHash } = await requireSecondStep(context.db, stepHash)
  return createRequestOptions(context, `step:${tokenHash}`, userId)
}

/**
 * Completes a sign-in with a passkey after the password.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is no open step; ERROR_PASSKEY_REFUSED; ERROR_USER_SUSPENDED
 */
export async function completeStepWithPasskey(
  context: Context,
  { passkey, ...input }: StepInput & { passkey: PasskeyAssertion },
  client: ClientInfo,
): Promise<SignInResult> {
  const { userId, tokenHash } = await requireSecondStep(context.db, input.stepHash)
  const recordRefusal = () =>
    recordSecurityEvent(context, context.db, userId, 'second_factor_failed', client)
  return logIfRefused(recordRefusal, async () => {
    const verified = await verifyAssertion(context, passkey, `step:${tokenHash}`, userId)
    return finishStep(context, { ...input, userId, tokenHash }, client, tx =>
      recordUse(tx, verified),
    )
  })
}

/** Returns the result of `verify`, and calls `recordRefusal` first if it throws that a passkey is refused. */
async function logIfRefused<T>(
  recordRefusal: () => Promise<void>,
  verify: () => Promise<T>,
): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERROR_PASSKEY_REFUSED') await recordRefusal()
    throw error
  }
}

export const startPasskeyConfirmation = (
  context: Context,
  { id, sessionId }: SessionUser,
): Promise<RequestOptions> => createRequestOptions(context, `confirm:${sessionId}`, id)

/**
 * Confirms the identity of a session's user by a passkey. A refused one is logged.
 * @throws ApiError ERROR_PASSKEY_REFUSED
 */
export async function confirmWithPasskey(
  context: Context,
  { id, sessionId }: SessionUser,
  assertion: PasskeyAssertion,
  client: ClientInfo,
): Promise<void> {
  const recordRefusal = () =>
    recordSecurityEvent(context, context.db, id, 'identity_proof_failed', client)
  await logIfRefused(recordRefusal, async () => {
    const verified = await verifyAssertion(context, assertion, `confirm:${sessionId}`, id)
    await runTransaction(context.db, async tx => {
      await recordUse(tx, verified)
      await confirmSession(tx, sessionId, 'factor')
    })
  })
}
