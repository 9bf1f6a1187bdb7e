import { and, eq, isNull } from 'drizzle-orm'
import type { Registration } from '#contract/accounts/registration.ts'
import type { Locale } from '#messages/runtime'
import type { Transaction } from '#server/db/client.ts'
import { users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf, preferenceOf } from '#server/http/language.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { logSecurityEvent } from './sessions/service.ts'
import { resendVerificationJob } from './job-kinds.ts'
import { findToken, createToken, consumeToken } from './email-tokens.ts'
import { hashPassword } from './passwords/hashing.ts'
import { rejectWeakPassword } from './passwords/weak-password.ts'
import {
  deleteSessionsOf,
  deleteForeignIdentities,
  findUserByEmail,
  insertUser,
} from './queries.ts'
import type { AccountsDeps, ClientInfo } from './service.ts'

const MAILS_PER_ADDRESS = { name: 'resend_address', max: 5, seconds: 600 }

type Recipient = { id: number; email: string; locale: Locale }

/**
 * Opens an account and mails its verification link.
 * @throws ApiError ERROR_AUTH_USER_ALREADY_EXISTS; ERROR_AUTH_INVALID_USER_DATA for a password everybody tries
 */
export async function register(
  deps: AccountsDeps,
  { email, password }: Registration,
  locale: Locale,
  client: ClientInfo,
) {
  await rejectWeakPassword(password, email, 'password', 'ERROR_AUTH_INVALID_USER_DATA')
  const passwordHash = await hashPassword(password)
  return deps.db.transaction(async tx => {
    const languagePreference = preferenceOf(locale)
    const id = await insertUser(tx, { email, passwordHash, languagePreference })
    if (id === undefined) throw new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS')
    await deps.onRegistered(tx, id)
    await logSecurityEvent(tx, id, 'registered', client)
    await sendVerificationEmail(deps, tx, { id, email, locale })
    return { id, email }
  })
}

/** Mails the link that proves an address. */
export async function sendVerificationEmail(
  { mailQueue, publicOrigin }: AccountsDeps,
  tx: Transaction,
  { id, email, locale }: Recipient,
): Promise<void> {
  const token = await createToken(tx, { userId: id, purpose: 'verify' })
  const content = { kind: 'verify_account', link: `${publicOrigin}/verify/${token}` } as const
  await mailQueue.enqueue(tx, { to: email, locale, content })
}

/** The first mail to an address that is proven. */
export async function sendWelcomeEmail(
  { mailQueue, publicOrigin }: AccountsDeps,
  tx: Transaction,
  { email, locale }: Omit<Recipient, 'id'>,
): Promise<void> {
  const content = { kind: 'welcome', link: `${publicOrigin}/dashboard` } as const
  await mailQueue.enqueue(tx, { to: email, locale, content })
}

/**
 * Proves an address by the link that was mailed to it. Whoever had a session before that may not have
 * owned the address, so every session and every identity that is not the address's ends.
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED; ERROR_NO_USER_FOUND_FOR_TOKEN; ERROR_MISSING_OR_EXPIRED_TOKEN
 */
export async function verifyAccount(
  deps: AccountsDeps,
  token: string,
  client: ClientInfo,
): Promise<void> {
  await deps.db.transaction(async tx => {
    const used = await consumeToken(tx, 'verify', token)
    if (!used) throw await refusedToken(tx, token)
    const [verified] = await tx
      .update(users)
      .set({ verifiedAt: new Date() })
      .where(and(eq(users.id, used.userId), isNull(users.verifiedAt), isNull(users.closedAt)))
      .returning()
    if (!verified) throw await refusedToken(tx, token)
    await deleteSessionsOf(tx, verified.id)
    await deleteForeignIdentities(tx, verified)
    await logSecurityEvent(tx, verified.id, 'verified', client)
    const { email, languagePreference } = verified
    await sendWelcomeEmail(deps, tx, { email, locale: localeOf(languagePreference) })
  })
}

async function refusedToken(tx: Transaction, token: string): Promise<ApiError> {
  const known = await findToken(tx, 'verify', token)
  if (known && known.userId === null) return new ApiError('ERROR_NO_USER_FOUND_FOR_TOKEN')
  if (known?.verifiedAt) return new ApiError('ERROR_USER_ALREADY_VERIFIED')
  return new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN')
}

/**
 * Mails the verification link again. Whether anybody has the address is looked up by a job, so that known and
 * unknown ones get the same answer after the same work.
 * @throws ApiError ERROR_USER_ALREADY_VERIFIED to that user's own session only
 */
export async function requestVerificationEmail(
  { db, limiter }: AccountsDeps,
  email: string,
  viewer: SessionUser | undefined,
): Promise<void> {
  if (viewer?.email === email && viewer.isVerified)
    throw new ApiError('ERROR_USER_ALREADY_VERIFIED')
  if (await limiter.tryConsume(MAILS_PER_ADDRESS, email))
    await enqueue(db, resendVerificationJob, { email })
}

/** The other half of `resendVerification`. */
export async function resendVerificationEmail(deps: AccountsDeps, email: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const user = await findUserByEmail(tx, email)
    if (!user || user.verifiedAt) return
    await sendVerificationEmail(deps, tx, {
      id: user.id,
      email,
      locale: localeOf(user.languagePreference),
    })
  })
}
