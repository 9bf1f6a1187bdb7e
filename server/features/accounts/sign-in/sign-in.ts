import type * as z from 'zod/mini'
import type { LoginBody } from '#contract/accounts/sessions.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { users } from '#server/db/schema/index.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import { hashToken, generateToken } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import {
  countDevices,
  isUserDevice,
  recordDevice,
  replaceDeviceToken,
} from '../sessions/queries.ts'
import { parseUserAgent, maskIp } from '../user-agent.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { verifyPassword } from '../passwords/login-throttle.ts'
import { isTrustedDevice } from '../sessions/trusted-devices.ts'
import { mayTrustDevices } from '../second-factor/queries.ts'
import {
  type PendingSignIn,
  renewEmailCode,
  startEmailCodeStep,
  startSecondStep,
} from '../second-factor/steps.ts'
import { type SignInCodeRequest, signInCodeJob } from '../job-kinds.ts'
import {
  recordLogin,
  deleteSession,
  findUser,
  findUserByEmail,
  insertSession,
  lockUser,
} from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'

type UserRow = typeof users.$inferSelect

/** At most five emails an hour bring a user a code to sign in with. */
const CODE_EMAILS = { name: 'sign_in_code_email', max: 5, seconds: 3600 }

/** A new session and its account. */
export interface SignInResult {
  /** The SHA-256 of the browser's device cookie. */
  deviceHash: string
  /** The secret token for the session cookie. */
  token: string
  /** The secret token for a new device cookie; undefined if the browser already has a valid device cookie. */
  deviceToken: string | undefined
  account: { id: number; email: string }
  isVerified: boolean
  locale: 'es' | 'en'
}

/** The outcome of a correct password or a sign-in with Google: a session, or a second step that must come first. */
export type SignInOutcome = SignInResult | PendingSignIn

/**
 * Signs a user in with email and password, or starts the second step. An unknown email and a wrong password get the
 * same response after the same time. After many failed logins the right password gets it too: a second step with a code
 * that is emailed if the password is right.
 * @throws ApiError ERROR_MISSING_EMAIL_OR_PASSWORD if a field is missing; ERROR_AUTH_USER_NOT_AUTHORIZED if email or
 * password is wrong; ERROR_TOO_MANY_REQUESTS after too many failed logins; with the right password
 * ERROR_AUTH_USER_NOT_VERIFIED or ERROR_USER_SUSPENDED if the account is unverified or suspended
 */
export async function loginWithPassword(
  context: Context,
  { email, password }: z.infer<typeof LoginBody>,
  client: ClientInfo,
): Promise<SignInOutcome> {
  const { db } = context
  if (!email || !password) throw new ApiError('ERROR_MISSING_EMAIL_OR_PASSWORD')
  const user = await findUserByEmail(db, email)
  const { isCorrect, needsEmailCode } = await verifyPassword(
    context,
    email,
    user?.passwordHash ?? null,
    password,
    client,
  )
  if (needsEmailCode) return askForEmailCode(context, { email, user, isCorrect }, client)
  if (!isCorrect || !user) {
    await recordSecurityEvent(context, db, user?.id ?? null, 'sign_in_failed', client)
    throw new ApiError('ERROR_AUTH_USER_NOT_AUTHORIZED')
  }
  return runTransaction(db, async tx => {
    const lockedUser = await lockUser(tx, user.id)
    // A simultaneous request changed the password or the email after the password was verified.
    if (
      !lockedUser ||
      lockedUser.passwordHash !== user.passwordHash ||
      lockedUser.email !== user.email
    )
      throw new ApiError('ERROR_AUTH_USER_NOT_AUTHORIZED')
    if (!lockedUser.verifiedAt) throw new ApiError('ERROR_AUTH_USER_NOT_VERIFIED')
    if (lockedUser.suspendedAt)
      throw new ApiError('ERROR_USER_SUSPENDED', '', { reason: lockedUser.suspensionReason })
    return startSessionOrSecondStep(context, tx, lockedUser, client)
  })
}

/**
 * Starts a second step with an emailed code. A job decides whether the code is emailed, so that neither the response
 * nor its duration tells whether the password is right.
 */
async function askForEmailCode(
  context: Context,
  { email, user, isCorrect }: { email: string; user: UserRow | undefined; isCorrect: boolean },
  client: ClientInfo,
): Promise<PendingSignIn> {
  const { ip, userAgent } = client
  const userId = isCorrect && user?.verifiedAt ? user.id : null
  return runTransaction(context.db, async tx => {
    const kind = userId === null ? 'sign_in_failed' : 'sign_in_code_requested'
    await recordSecurityEvent(context, tx, user?.id ?? null, kind, client)
    const pending = await startEmailCodeStep(tx, userId, email)
    const stepHash = hashToken(pending.stepToken)
    await enqueue(tx, signInCodeJob, { userId, stepHash, ip, userAgent })
    return pending
  })
}

/**
 * Handles the job of `askForEmailCode`: emails the code to the user of the step. Somebody who knows the password cannot
 * flood the user with emails.
 * @param request.userId null if the password was wrong
 */
export async function sendSignInCode(
  { db, limiter, mailQueue, config: { publicOrigin } }: Context,
  { userId, stepHash, ip, userAgent }: SignInCodeRequest,
): Promise<void> {
  const user = userId === null ? undefined : await findUser(db, userId)
  if (!user || !(await limiter.tryConsume(CODE_EMAILS, String(user.id)))) return
  await runTransaction(db, async tx => {
    await mailQueue.enqueue(tx, {
      to: user.email,
      locale: toLocale(user.languagePreference),
      content: {
        kind: 'sign_in_code',
        code: await renewEmailCode(tx, stepHash),
        ...parseUserAgent(userAgent),
        place: maskIp(ip),
        recoverLink: `${publicOrigin}/recover`,
      },
    })
  })
}

/**
 * Starts a session after the first step of a sign-in, unless the user has a second factor. Then the second step comes
 * first, except on a device on which the user asked to skip it. Admins never skip it.
 * @param tx a transaction that holds the lock on the user's row
 */
export async function startSessionOrSecondStep(
  context: Context,
  tx: Transaction,
  user: UserRow,
  client: ClientInfo,
): Promise<SignInOutcome> {
  const { deviceHash } = client
  const needsSecondStep =
    user.secondFactorSince !== null &&
    !(
      deviceHash &&
      (await isTrustedDevice(tx, user.id, deviceHash)) &&
      (await mayTrustDevices(tx, user.id))
    )
  return needsSecondStep ? startSecondStep(tx, user) : startSession(context, tx, user, client)
}

/**
 * Starts a session, which replaces the browser's previous session, and records the browser as a device of the user. If
 * the user already has other devices and this one is new, the user gets an email.
 * @param tx a transaction that holds the lock on the user's row, so that a simultaneous request to end all sessions
 * also ends this one
 * @param options.hasProvedFactor whether the user has just proved a second factor
 * @param options.needsFreshDevice replaces the token of the browser's device cookie also if it is the user's own
 */
export async function startSession(
  context: Context,
  tx: Transaction,
  { id, email, languagePreference, verifiedAt }: UserRow,
  client: ClientInfo,
  { hasProvedFactor = false, needsFreshDevice = false } = {},
): Promise<SignInResult> {
  const { ip, userAgent, deviceHash, sessionHash } = client
  if (sessionHash) await deleteSession(tx, sessionHash)
  const { token, tokenHash } = generateToken()
  await insertSession(tx, {
    userId: id,
    tokenHash,
    ip,
    userAgent,
    ...(hasProvedFactor && { factorConfirmedAt: new Date() }),
  })
  await recordLogin(tx, id)

  const hadDevices = (await countDevices(tx, id)) > 0
  // The cookie of another user, or one that the server did not issue, is replaced: somebody may know it and have left
  // it in this browser.
  const keepsDevice =
    !needsFreshDevice && deviceHash !== undefined && (await isUserDevice(tx, id, deviceHash))
  const deviceToken = keepsDevice ? undefined : generateToken().token
  const recordedHash = deviceToken ? hashToken(deviceToken) : deviceHash!
  if (deviceToken && deviceHash) await replaceDeviceToken(tx, deviceHash, recordedHash)
  const isNewDevice = await recordDevice(tx, id, recordedHash)
  const kind = isNewDevice && hadDevices ? 'signed_in_new_device' : 'signed_in'
  await recordSecurityEvent(context, tx, id, kind, client)
  return {
    token,
    deviceToken,
    deviceHash: recordedHash,
    account: { id, email },
    isVerified: verifiedAt !== null,
    locale: toLocale(languagePreference),
  }
}

export async function logout(
  context: Context,
  sessionHash: string,
  viewer: SessionUser | undefined,
  client: ClientInfo,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    await deleteSession(tx, sessionHash)
    if (viewer) await recordSecurityEvent(context, tx, viewer.id, 'signed_out', client)
  })
}
