import { DAY_SECONDS } from '#contract/core/time.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { deleteOtherSessions, deleteUserDevices } from './sessions/queries.ts'
import { recordSecurityEvent } from './security-events/record.ts'
import { createToken, consumeToken, isAddressRestorable, revokeTokens } from './email-tokens.ts'
import { reauthenticate } from './passwords/login-throttle.ts'
import { deleteUnprovenIdentities, findUserByEmail, lockUser, updateUserRow } from './queries.ts'
import { refuseReservedAddress } from './reserved-addresses.ts'
import type { ClientInfo } from './client-info.ts'

/**
 * The limit of email changes per user. It also limits how many email addresses a user can test for existing accounts.
 */
const CHANGES_PER_USER = { name: 'email_change', max: 5, seconds: 600 }
/** The limit of changes of all accounts to addresses of one mailbox. */
const CHANGES_PER_MAILBOX = { name: 'email_change_to', max: 5, seconds: DAY_SECONDS }

/**
 * Emails a confirmation link to the new email address and a warning to the old one. The account's email changes only
 * when the link is opened.
 * @throws ApiError INVALID_DATA if the new address is reserved;
 *   ERROR_USER_EMAIL_SAME_AS_CURRENT if it is the current one;
 *   ERROR_PASSWORD_INVALID_CURRENT_PASSWORD if the password is wrong;
 *   ERROR_AUTH_USER_ALREADY_EXISTS if another account has the email, or can still get it back;
 *   ERROR_TOO_MANY_REQUESTS after too many requests
 */
export async function requestEmailChange(
  context: Context,
  viewer: SessionUser,
  { newEmail, password }: { newEmail: string; password: string },
  client: ClientInfo,
): Promise<void> {
  const {
    db,
    limiter,
    mailQueue,
    config: { publicOrigin },
  } = context
  refuseReservedAddress(context.config, newEmail, 'newEmail')
  if (newEmail === viewer.email) throw new ApiError('ERROR_USER_EMAIL_SAME_AS_CURRENT')
  const verifiedHash = await reauthenticate(context, viewer, password, client)
  await limiter.consume(CHANGES_PER_USER, String(viewer.id))
  await limiter.consume(CHANGES_PER_MAILBOX, toMailbox(newEmail))
  if ((await findUserByEmail(db, newEmail)) || (await isAddressRestorable(db, newEmail, viewer.id)))
    throw new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS')
  await runTransaction(db, async tx => {
    const user = await lockUser(tx, viewer.id)
    // A simultaneous request may have changed the password after it was verified and before this transaction.
    if (!user || user.passwordHash !== verifiedHash)
      throw new ApiError('ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
    const token = await createToken(tx, { userId: viewer.id, purpose: 'email_change', newEmail })
    await mailQueue.enqueue(tx, {
      to: newEmail,
      locale: toLocale(user.languagePreference),
      content: { kind: 'email_change', link: `${publicOrigin}/confirm-email-change/${token}` },
    })
    await recordSecurityEvent(context, tx, user.id, 'email_change_requested', client, { newEmail })
  })
}

/**
 * Changes the email of an account, given the token that was sent to the new address. The token proves ownership of that
 * address, so all sessions and known devices of the user are deleted except the caller's own, and so are identities
 * with another or an unverified email. The former address gets a link that undoes the change.
 * @throws ApiError ERROR_MISSING_OR_EXPIRED_TOKEN if the token is not valid; ERROR_AUTH_USER_ALREADY_EXISTS if another
 * account has the email meanwhile
 */
export async function confirmEmailChange(
  context: Context,
  token: string,
  viewer: SessionUser | undefined,
  client: ClientInfo,
): Promise<void> {
  const change = runTransaction(context.db, async tx => {
    const consumed = await consumeToken(tx, 'email_change', token)
    const user = consumed && (await lockUser(tx, consumed.userId))
    if (!user || !consumed?.newEmail) throw new ApiError('ERROR_MISSING_OR_EXPIRED_TOKEN')
    if (await isAddressRestorable(tx, consumed.newEmail, user.id))
      throw new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS')
    const changedUser = { ...user, email: consumed.newEmail }
    await updateUserRow(tx, user.id, { email: consumed.newEmail })
    const isOwn = viewer?.id === user.id
    await deleteOtherSessions(tx, user.id, isOwn ? viewer.sessionId : undefined)
    await deleteUserDevices(tx, user.id, isOwn ? client.deviceHash : undefined)
    const deletedEmails = await deleteUnprovenIdentities(tx, changedUser)
    await revokeTokens(tx, user.id)
    await recordSecurityEvent(context, tx, user.id, 'email_changed', client, {
      formerEmail: user.email,
    })
    for (const googleEmail of deletedEmails)
      await recordSecurityEvent(context, tx, user.id, 'google_unlinked', client, { googleEmail })
  })
  await change.catch((error: unknown) => {
    // The unique index was violated because another account registered the email after the change was requested.
    throw isUniqueViolation(error) ? new ApiError('ERROR_AUTH_USER_ALREADY_EXISTS') : error
  })
}
