import { and, eq, isNull } from 'drizzle-orm'
import type { Registration } from '#contract/accounts/registration.ts'
import type { Locale } from '#messages/runtime'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { toLocale, toLanguagePreference } from '#server/http/hooks/language.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { recordSecurityEvent } from './security-events/record.ts'
import { resendVerificationJob } from './job-kinds.ts'
import {
  findToken,
  findUsableToken,
  createToken,
  consumeToken,
  consumeTokenHash,
} from './email-tokens.ts'
import { hashPassword } from './passwords/hashing.ts'
import { verifyPassword } from './passwords/login-throttle.ts'
import { rejectWeakPassword } from './passwords/weak-password.ts'
import {
  deleteUserSessions,
  deleteUnprovenIdentities,
  findUserByEmail,
  insertUser,
  lockUser,
} from './queries.ts'
import { refuseReservedAddress } from './reserved-addresses.ts'
import type { ClientInfo } from './client-info.ts'
import { type SignInResult, startSession } from './sign-in/sign-in.ts'

const EMAILS_PER_ADDRESS = { name: 'resend_address', max: 5, seconds: 600 }

type Recipient = { id: number; email: string; locale: Locale }

/**
 * Creates an account and emails its verification link.
 * @returns the account, and the token for the cookie of the browser that registers it
 * @throws ApiError ERROR_AUTH_USER_ALREADY_EXISTS if an account has the email; ERROR_AUTH_INVALID_USER_DATA if the
 * password is too common or the address is reserved
 */
export async function registerAccount(
  context: Context,
  { email, password }: Registration,
  locale: Locale,
  client: ClientInfo,
) {
  refuseReservedAddress(context.config, email, 'email', 'ERROR_AUTH_INVALID_USER_DATA')
  await rejectWeakPassword(password, email, 'password', 'ERROR_AUTH_INVALID_USER_DATA')
  const passwordHash = await hashPassword(password)
  return runTransaction(context.db, async tx => {
    const languagePreference = toLanguagePreference(locale)
    const id = await insertUser(tx, { email, passwordHash, languagePreference })
    if (id === undefined) throw new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS')
    await context.onRegistered(tx, id)
    await recordSecurityEvent(context, tx, id, 'registered', client)
    await sendVerificationEmail(context, tx, { id, email, locale })
    const browserToken = await createToken(tx, { userId: id, purpose: 'registration' })
    return { account: { id, email }, browserToken }
  })
}

/** Emails a link that verifies the email address of an account. Earlier links stay valid if no email is sent. */
export async function sendVerificationEmail(
  { mailQueue, config: { publicOrigin } }: Context,
  tx: Transaction,
  { id, email, locale }: Recipient,
): Promise<void> {
  await mailQueue.enqueueWritten(tx, {
    to: email,
    locale,
    kind: 'verify_account',
    async write() {
      const token = await createToken(tx, { userId: id, purpose: 'verify' })
      return { kind: 'verify_account', link: `${publicOrigin}/verify/${token}` }
    },
  })
}

/** Sends the welcome email after the email address of an account was verified. */
export async function sendWelcomeEmail(
  { mailQueue, config: { publicOrigin } }: Context,
  tx: Transaction,
  { email, locale }: Omit<Recipient, 'id'>,
): Promise<void> {
  const content = { kind: 'welcome', link: `${publicOrigin}/dashboard` } as const
  await mailQueue.enqueue(tx, { to: email, locale, content })
}

/**
 * Verifies the email address of an account with the token of an emailed link. Somebody else may have registered the
 * address before, so all sessions end and identities with another email are deleted. The browser that registered the
 * account is signed in: its cookie proves who chose the password, and the link proves who owns the address.
 * @param registrationHash the digest of the cookie's token; undefined if the browser has no such cookie, or is signed
 *   in
 * @returns the new session; undefined if another browser opened the link, or if the account is suspended
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED if the account is verified already; ERROR_NO_USER_FOUND_FOR_TOKEN if the
 * account was closed; ERROR_MISSING_OR_EXPIRED_TOKEN if the token is not valid
 */
export async function verifyEmailByToken(
  context: Context,
  token: string,
  client: ClientInfo,
  registrationHash: string | undefined,
): Promise<SignInResult | undefined> {
  return runTransaction(context.db, async tx => {
    const consumed = await consumeToken(tx, 'verify', token)
    if (!consumed) throw await tokenError(tx, token)
    const [verifiedUser] = await tx
      .update(users)
      .set({ verifiedAt: new Date() })
      .where(and(eq(users.id, consumed.userId), isNull(users.verifiedAt), isNull(users.closedAt)))
      .returning()
    if (!verifiedUser) throw await tokenError(tx, token)
    await deleteUserSessions(tx, verifiedUser.id)
    await deleteUnprovenIdentities(tx, verifiedUser)
    await recordSecurityEvent(context, tx, verifiedUser.id, 'verified', client)
    const { email, languagePreference } = verifiedUser
    await sendWelcomeEmail(context, tx, { email, locale: toLocale(languagePreference) })
    const registration =
      registrationHash && (await consumeTokenHash(tx, 'registration', registrationHash))
    if (!registration || registration.userId !== verifiedUser.id || verifiedUser.suspendedAt)
      return undefined
    return startSession(context, tx, verifiedUser, client)
  })
}

/**
 * Verifies the email address of an account in a browser that did not register it, if the password of the registration
 * is right. A wrong password does not use up the token.
 * @throws ApiError the errors of `verifyEmailByToken`;
 *   ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong;
 *   ERROR_TOO_MANY_REQUESTS after too many wrong passwords
 */
export async function verifyEmailWithPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  client: ClientInfo,
): Promise<void> {
  const link = await findUsableToken(context.db, ['verify'], token)
  if (!link) throw await tokenError(context.db, token)
  const { email, passwordHash } = link.user
  // The link has proved the address, so no emailed code is asked for, however often passwords were guessed.
  const { isCorrect } = await verifyPassword(context, email, passwordHash, password, client)
  if (!isCorrect) throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
  await verifyEmailByToken(context, token, client, undefined)
}

/** Returns the error that explains why a verification token was rejected. */
async function tokenError(tx: Db, token: string): Promise<ApiError> {
  const existingToken = await findToken(tx, 'verify', token)
  if (existingToken && existingToken.userId === null)
    return new ApiError('ERROR_NO_USER_FOUND_FOR_TOKEN')
  if (existingToken?.verifiedAt) return new ApiError('ERROR_USER_ALREADY_VERIFIED')
  return new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN')
}

/**
 * Requests another verification email. A job looks up the account later, so that response and duration are the same
 * whether or not an account has the email.
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED only if the caller is signed in to that account
 */
export async function requestVerificationEmail(
  { db, limiter }: Context,
  email: string,
  viewer: SessionUser | undefined,
): Promise<void> {
  if (viewer?.email === email && viewer.isVerified)
    throw new ApiError('ERROR_USER_ALREADY_VERIFIED')
  if (await limiter.tryConsume(EMAILS_PER_ADDRESS, email))
    await enqueue(db, resendVerificationJob, { email })
}

/** Handles the job of `requestVerificationEmail`; does nothing unless an unverified account has the email. */
export async function resendVerificationEmail(context: Context, email: string): Promise<void> {
  await runTransaction(context.db, async tx => {
    const found = await findUserByEmail(tx, email)
    // The account is locked before the emails of its mailbox are counted, as in all transactions that do both.
    const user = found && (await lockUser(tx, found.id))
    if (!user || user.verifiedAt) return
    await sendVerificationEmail(context, tx, {
      id: user.id,
      email,
      locale: toLocale(user.languagePreference),
    })
  })
}
