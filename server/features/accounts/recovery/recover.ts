import type * as z from 'zod/mini'
import type { resetPassword } from '#contract/accounts/passwords.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { findAccountDevice } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { type Recovery, sendRecoveryEmailJob } from '../job-kinds.ts'
import { sendUndoLinkAgain } from './email-undo.ts'
import { createToken, consumeToken, findUsableToken } from '../email-tokens.ts'
import { findUserByEmail, lockUser } from '../queries.ts'
import type { ClientInfo } from '../client-info.ts'
import { giveAccountToOwner } from './give-to-owner.ts'
import { resetFailedLogins } from '../passwords/login-throttle.ts'
import { hashPassword, passwordMatches } from '../passwords/hashing.ts'
import { rejectWeakPassword } from '../passwords/weak-password.ts'

const EMAILS_PER_ADDRESS = { name: 'recover_address', max: 5, seconds: 600 }
/** The same for a browser that has signed in to the account: strangers, who type the address, do not use it up. */
const EMAILS_PER_DEVICE = { name: 'recover_device', max: 5, seconds: 600 }

/**
 * Requests an email with a link to choose a new password. A job looks up the account later, so that response and
 * duration are the same whether or not an account has the email.
 * @throws ApiError ERROR_PASSWORD_RECOVER_AUTHENTICATED if the caller is signed in
 */
export async function requestPasswordRecovery(
  { db, limiter }: Context,
  email: string,
  viewer: SessionUser | undefined,
  { ip, userAgent, deviceHash }: ClientInfo,
): Promise<void> {
  if (viewer) throw new ApiError('ERROR_PASSWORD_RECOVER_AUTHENTICATED')
  const isKnownDevice = deviceHash && (await findAccountDevice(db, email, deviceHash)) !== undefined
  const isWithinLimit = isKnownDevice
    ? await limiter.tryConsume(EMAILS_PER_DEVICE, deviceHash)
    : await limiter.tryConsume(EMAILS_PER_ADDRESS, email)
  if (isWithinLimit)
    await enqueue(db, sendRecoveryEmailJob, {
      email,
      ip,
      userAgent,
      ...(deviceHash && { deviceHash }),
    })
}

/**
 * Handles the job of `requestPasswordRecovery`: emails a link to /reset, or to /set if the account has no password. A
 * former address that can still be restored gets the link that restores it. The
 * email is always sent to an owner who asks in a browser that has signed in to the account before, so that strangers
 * cannot keep the owner out by asking too often. Earlier links stay valid if no email is sent.
 */
export async function sendRecoveryEmail(
  context: Context,
  { email, deviceHash, ...client }: Recovery,
): Promise<void> {
  const {
    db,
    mailQueue,
    config: { publicOrigin },
  } = context
  await runTransaction(db, async tx => {
    const found = await findUserByEmail(tx, email)
    if (!found) return sendUndoLinkAgain(context, tx, email)
    // The account is locked before the emails of its mailbox are counted, as in all transactions that do both.
    const user = await lockUser(tx, found.id)
    if (!user) return
    const purpose = user.passwordHash === null ? 'set' : 'reset'
    const device = deviceHash && (await findAccountDevice(tx, email, deviceHash))
    await mailQueue.enqueueWritten(tx, {
      to: email,
      locale: toLocale(user.languagePreference),
      isAskedByOwner: device !== undefined,
      kind: 'recover',
      async write() {
        const token = await createToken(tx, { userId: user.id, purpose })
        await recordSecurityEvent(context, tx, user.id, 'recovery_requested', client)
        return { kind: 'recover', purpose, link: `${publicOrigin}/${purpose}/${token}` }
      },
    })
  })
}

/**
 * Sets a password with the token of an emailed link. Since the token also proves ownership of the email address, the
 * user's sessions, known devices and other tokens are deleted, and so are identities with another email or
 * one that Google does not host. A rejected password does not use up the token. The token of a verification email also
 * sets a password, for the owner of an address that somebody else registered.
 * @throws ApiError ERROR_MISSING_TOKEN_OR_PASSWORD if a field is missing; ERROR_INVALID_OR_EXPIRED_TOKEN if the token
 * is not valid; ERROR_AUTH_PASSWORD_REUSE if the password is the current one; INVALID_DATA if the password is too
 * common
 */
export async function choosePasswordByToken(
  context: Context,
  purpose: 'reset' | 'set',
  { token, password }: Pick<z.infer<(typeof resetPassword)['body']>, 'token' | 'password'>,
  client: ClientInfo,
): Promise<void> {
  const { db } = context
  if (!token || !password) throw new ApiError('ERROR_MISSING_TOKEN_OR_PASSWORD')
  const purposes = purpose === 'set' ? (['set', 'verify'] as const) : ([purpose] as const)
  const link = await findUsableToken(db, purposes, token)
  // A verification email is valid for longer than a recovery email, so it only sets the password of a new account.
  if (!link || (link.purpose === 'verify' && link.user.verifiedAt))
    throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
  const { user } = link
  await rejectWeakPassword(password, user.email, 'password')
  // The password of a registration is not known to be the owner's, so it may be chosen again.
  const previousHash = link.purpose === 'verify' ? null : user.passwordHash
  if (previousHash && (await passwordMatches(previousHash, password)))
    throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(password)
  await runTransaction(db, async tx => {
    if (!(await consumeToken(tx, purposes, token)))
      throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN')
    const event = purpose === 'set' ? 'password_set' : 'password_reset'
    await giveAccountToOwner(context, tx, user, passwordHash, event, client)
  })
  await resetFailedLogins(context, user.email, client)
}
