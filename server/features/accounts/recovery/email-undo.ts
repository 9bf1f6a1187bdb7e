import { and, desc, eq, gt, gte, isNull, or } from 'drizzle-orm'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { accountTokens, passkeys, totpAuthenticators, users } from '#server/db/schema/index.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toLocale } from '#server/http/hooks/language.ts'
import type { Context } from '#server/context.ts'
import { consumeToken, findUsableToken, isUndoUsable } from '../email-tokens.ts'
import { hashPassword, passwordMatches } from '../passwords/hashing.ts'
import { resetFailedLogins } from '../passwords/login-throttle.ts'
import { giveAccountToOwner } from './give-to-owner.ts'
import { rejectWeakPassword } from '../passwords/weak-password.ts'
import { lockUser } from '../queries.ts'
import { writeUndoEmail } from '../security-events/emails.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { updateSecondFactorState } from '../second-factor/queries.ts'
import type { ClientInfo } from '../client-info.ts'

const PURPOSE = 'undo_email_change'

/** Returns until when the latest change of a user's email can be undone; undefined if there is none. */
export async function findEmailUndoEnd(db: Db, userId: number): Promise<Date | undefined> {
  const [link] = await db
    .select({ until: accountTokens.expiresAt })
    .from(accountTokens)
    .where(and(isUndoUsable, eq(accountTokens.userId, userId)))
    .orderBy(desc(accountTokens.expiresAt))
    .limit(1)
  return link?.until
}

/** Returns the former addresses that an account can still get back. */
export async function findFormerAddresses(db: Db, userId: number): Promise<string[]> {
  const links = await db
    .selectDistinct({ email: accountTokens.newEmail })
    .from(accountTokens)
    .where(and(isUndoUsable, eq(accountTokens.userId, userId)))
  return links.flatMap(({ email }) => email ?? [])
}

/** Emails a link that undoes the change again to a former address that can still be restored, if it is one. */
export async function sendUndoLinkAgain(
  context: Context,
  tx: Transaction,
  formerEmail: string,
): Promise<void> {
  const [link] = await tx
    .select({ user: users, until: accountTokens.expiresAt })
    .from(accountTokens)
    .innerJoin(users, and(eq(users.id, accountTokens.userId), isNull(users.closedAt)))
    .where(and(isUndoUsable, eq(accountTokens.newEmail, formerEmail)))
    .orderBy(desc(accountTokens.expiresAt))
    .limit(1)
  if (!link) return
  const { user, until } = link
  await context.mailQueue.enqueueWritten(tx, {
    to: formerEmail,
    locale: toLocale(user.languagePreference),
    kind: 'email_changed',
    write: () => writeUndoEmail(context, tx, user, { formerEmail, until }),
  })
}

/**
 * Gives an account back to its former address, by the link in the email about the change. Whoever changed it may have
 * known the password, so another one is chosen. All sessions end, a waiting replacement of the payment account is
 * cancelled, and second factors that were added since the change are removed.
 * @throws ApiError ERROR_INVALID_OR_EXPIRED_TOKEN if the token is not valid;
 *   ERROR_AUTH_PASSWORD_REUSE if the password is the current one;
 *   INVALID_DATA if it is too common;
 *   ERROR_SERVICE_UNAVAILABLE if too many passwords are being hashed
 */
export async function undoEmailChange(
  context: Context,
  { token, password }: { token: string; password: string },
  client: ClientInfo,
): Promise<void> {
  const link = await findUsableToken(context.db, [PURPOSE], token)
  if (!link) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN', 'undo email change')
  const { passwordHash: previousHash } = link.user
  await rejectWeakPassword(password, link.user.email, 'password')
  if (previousHash && (await passwordMatches(previousHash, password)))
    throw new ApiError('ERROR_AUTH_PASSWORD_REUSE')
  const passwordHash = await hashPassword(password)
  const email = await runTransaction(context.db, async tx => {
    const consumed = await consumeToken(tx, PURPOSE, token)
    const user = consumed && (await lockUser(tx, consumed.userId))
    if (!user || !consumed?.newEmail)
      throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN', 'undo email change')
    await removeFactorsSince(context, tx, { id: user.id, since: consumed.createdAt }, client)
    await revokeLaterLinks(tx, consumed)
    const owner = { ...user, email: consumed.newEmail }
    await giveAccountToOwner(context, tx, owner, passwordHash, 'email_change_undone', client)
    return owner.email
  })
  await resetFailedLogins(context, email, client)
}

/** Removes the second factors that were added since a change. The page of the link says so, so nobody is told again. */
async function removeFactorsSince(
  context: Context,
  tx: Transaction,
  { id: userId, since }: { id: number; since: Date },
  client: ClientInfo,
): Promise<void> {
  for (const [factors, event] of [
    [passkeys, 'passkey_removed'],
    [totpAuthenticators, 'totp_removed'],
  ] as const) {
    const { rowCount } = await tx
      .delete(factors)
      .where(and(eq(factors.userId, userId), gte(factors.createdAt, since)))
    for (let removed = 0; removed < (rowCount ?? 0); removed += 1)
      await recordSecurityEvent(context, tx, userId, event, client, 'nobody')
  }
  await updateSecondFactorState(tx, userId)
}

/** Revokes the links that would restore an address that the account got later, and others of the restored address. */
async function revokeLaterLinks(
  tx: Transaction,
  { id, userId, newEmail }: { id: number; userId: number; newEmail: string | null },
): Promise<void> {
  await tx
    .update(accountTokens)
    .set({ expiresAt: new Date(0) })
    .where(
      and(
        isUndoUsable,
        eq(accountTokens.userId, userId),
        or(gt(accountTokens.id, id), eq(accountTokens.newEmail, newEmail ?? '')),
      ),
    )
}
