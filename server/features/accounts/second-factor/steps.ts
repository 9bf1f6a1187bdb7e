import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { SecondStep } from '#contract/accounts/second-step.ts'
import type { Db } from '#server/db/client.ts'
import { secondSteps } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import { generateToken, hashToken } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import type { ClientInfo } from '../client-info.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { countRecoveryCodes, findFactorMethods, mayTrustDevices } from './queries.ts'
import { createCode, normalizeRecoveryCode } from './recovery-codes.ts'

/** The minutes in which a user must complete the second step of a sign-in. */
export const SECOND_STEP_MINUTES = 10

/** The number of codes that can be tried in one second step. After that the user must begin again. */
const MAX_ATTEMPTS = 5

/** A sign-in that needs a second step. It is no session. */
export interface PendingSignIn {
  /** The secret token for the cookie of the browser that must complete the step. */
  stepToken: string
  /** `id` is missing if an emailed code must come first. */
  account: { id?: number; email: string }
  step: SecondStep
}

/** Stores the second step of a sign-in whose first step is done. */
export async function startSecondStep(
  tx: Db,
  { id, email }: { id: number; email: string },
): Promise<PendingSignIn> {
  const { token: stepToken, tokenHash } = generateToken()
  const expiresAt = new Date(Date.now() + SECOND_STEP_MINUTES * 60_000)
  await tx.insert(secondSteps).values({ userId: id, tokenHash, expiresAt })
  return { stepToken, account: { id, email }, step: await describeStep(tx, id, expiresAt) }
}

/**
 * Stores a second step that an emailed code completes: none yet, until `renewEmailCode` has made one.
 * @param userId null if the password is wrong
 */
export async function startEmailCodeStep(
  db: Db,
  userId: number | null,
  email: string,
): Promise<PendingSignIn> {
  const { token: stepToken, tokenHash } = generateToken()
  const emailCodeHash = hashToken(createCode())
  const expiresAt = new Date(Date.now() + SECOND_STEP_MINUTES * 60_000)
  await db.insert(secondSteps).values({ userId, tokenHash, emailCodeHash, expiresAt })
  return { stepToken, account: { email }, step: describeEmailStep(expiresAt) }
}

/**
 * Gives a second step the code that completes it, in place of a former one.
 * @returns the code, such as `7KQ4M-X0PZA`, which the caller emails
 */
export async function renewEmailCode(db: Db, tokenHash: string): Promise<string> {
  const code = createCode()
  await db
    .update(secondSteps)
    .set({ emailCodeHash: hashToken(normalizeRecoveryCode(code)) })
    .where(eq(secondSteps.tokenHash, tokenHash))
  return code
}

const describeEmailStep = (expiresAt: Date): SecondStep => ({
  methods: ['email_code'],
  canRememberDevice: false,
  expiresAt: expiresAt.toISOString(),
})

async function describeStep(db: Db, userId: number, expiresAt: Date): Promise<SecondStep> {
  const factors = await findFactorMethods(db, userId)
  const hasCodes = (await countRecoveryCodes(db, userId)) > 0
  return {
    methods: [...factors, ...(hasCodes ? (['recovery_code'] as const) : [])],
    canRememberDevice: await mayTrustDevices(db, userId),
    expiresAt: expiresAt.toISOString(),
  }
}

const isOpen = (tokenHash: string) =>
  and(
    eq(secondSteps.tokenHash, tokenHash),
    gt(secondSteps.expiresAt, new Date()),
    lt(secondSteps.attempts, MAX_ATTEMPTS),
  )

async function requireOpenStep(db: Db, tokenHash: string | undefined) {
  const [step] = tokenHash ? await db.select().from(secondSteps).where(isOpen(tokenHash)) : []
  if (!step) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  return step
}

/**
 * Describes the open second step of a browser.
 * @param tokenHash the digest of the browser's cookie
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is none
 */
export async function getSecondStep(db: Db, tokenHash: string | undefined): Promise<SecondStep> {
  const { userId, emailCodeHash, expiresAt } = await requireOpenStep(db, tokenHash)
  return userId === null || emailCodeHash !== null
    ? describeEmailStep(expiresAt)
    : describeStep(db, userId, expiresAt)
}

/**
 * Returns the open second step of a browser that a second factor completes.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if there is none, or if an emailed code must come first
 */
export async function requireSecondStep(
  db: Db,
  tokenHash: string | undefined,
): Promise<{ userId: number; tokenHash: string }> {
  const { userId, emailCodeHash, ...step } = await requireOpenStep(db, tokenHash)
  if (userId === null || emailCodeHash !== null) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  return { userId, tokenHash: step.tokenHash }
}

/**
 * Counts an attempt to complete a browser's second step with an emailed code, and verifies the code. A wrong one is
 * logged.
 * @returns the user of the step
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if no open step expects an emailed code; ERROR_SECOND_FACTOR_CODE if the
 * code is wrong
 */
export async function verifyEmailCode(
  context: Context,
  stepHash: string | undefined,
  typedCode: string,
  client: ClientInfo,
): Promise<{ userId: number; tokenHash: string }> {
  const { db } = context
  const { userId, emailCodeHash, tokenHash } = await requireOpenStep(db, stepHash)
  if (emailCodeHash === null) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  await countStepAttempt(db, tokenHash)
  if (userId !== null && hashToken(normalizeRecoveryCode(typedCode)) === emailCodeHash)
    return { userId, tokenHash }
  // A step for an unknown email or a wrong password has no user, and is logged too, so that it takes the same time.
  await recordSecurityEvent(context, db, userId, 'second_factor_failed', client)
  throw new ApiError('ERROR_SECOND_FACTOR_CODE')
}

/**
 * Counts an attempt before the code is verified, so that simultaneous attempts cannot exceed the limit.
 * @returns whether further attempts are allowed after this one
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if the step is over
 */
export async function countStepAttempt(db: Db, tokenHash: string): Promise<boolean> {
  const [step] = await db
    .update(secondSteps)
    .set({ attempts: sql`${secondSteps.attempts} + 1` })
    .where(isOpen(tokenHash))
    .returning({ attempts: secondSteps.attempts })
  if (!step) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
  return step.attempts < MAX_ATTEMPTS
}

/**
 * Ends a second step whose proof was accepted. Of simultaneous calls only one succeeds.
 * @throws ApiError ERROR_SECOND_STEP_EXPIRED if the step has ended meanwhile, for instance by a new password
 */
export async function consumeSecondStep(tx: Db, tokenHash: string): Promise<void> {
  const consumed = await tx
    .delete(secondSteps)
    .where(and(eq(secondSteps.tokenHash, tokenHash), gt(secondSteps.expiresAt, new Date())))
    .returning({ id: secondSteps.id })
  if (consumed.length === 0) throw new ApiError('ERROR_SECOND_STEP_EXPIRED')
}

export async function purgeSecondSteps(db: Db): Promise<void> {
  await db.delete(secondSteps).where(lt(secondSteps.expiresAt, new Date()))
}
