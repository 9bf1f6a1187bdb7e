import { and, eq, gt, sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import { accountTokens, passkeys, totpAuthenticators, users } from '#server/db/schema/index.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { LIFETIME_HOURS, consumeToken, createToken } from '../email-tokens.ts'
import { lockUser } from '../queries.ts'
import { deleteOtherSessions } from '../sessions/queries.ts'
import { recordSecurityEvent } from '../security-events/record.ts'
import { updateSecondFactorState } from './queries.ts'

const LIFETIME_MS = LIFETIME_HOURS.undo_second_factor * HOUR_MS

/**
 * Creates the link that removes a second factor, in the transaction that has added it. Undefined if the account has
 * been protected for longer than such a link works: whoever adds another factor then has proved the first one, and a
 * link by email would be a way around it.
 */
export async function createUndoLink(
  { config: { publicOrigin } }: Pick<Context, 'config'>,
  tx: Transaction,
  userId: number,
): Promise<{ emailLink: string; undoUntil: string } | undefined> {
  const isNewlyProtected = gt(
    users.secondFactorSince,
    sql`now() - ${LIFETIME_HOURS.undo_second_factor} * interval '1 hour'`,
  )
  if ((await tx.$count(users, and(eq(users.id, userId), isNewlyProtected))) === 0) return undefined
  const token = await createToken(tx, { userId, purpose: 'undo_second_factor' })
  return {
    emailLink: `${publicOrigin}/undo-second-factor/${token}`,
    undoUntil: new Date(Date.now() + LIFETIME_MS).toISOString(),
  }
}

/**
 * Removes the second factor that was added in the transaction of the token, which both have the same time, and ends all
 * sessions of its user.
 * @throws ApiError ERROR_INVALID_OR_EXPIRED_TOKEN if the token was used or has expired, or the factor is gone
 */
export async function undoSecondFactor(
  context: Context,
  token: string,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const consumed = await consumeToken(tx, 'undo_second_factor', token)
    const user = consumed && (await lockUser(tx, consumed.userId))
    if (!user) throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN', 'undo second factor')
    // The database compares the times, since those that it returns are rounded.
    const tokenTime = tx
      .select({ at: accountTokens.createdAt })
      .from(accountTokens)
      .where(eq(accountTokens.tokenHash, hashToken(token)))
    const isAdded = (factors: typeof passkeys | typeof totpAuthenticators) =>
      and(eq(factors.userId, user.id), sql`${factors.createdAt} = ${tokenTime}`)
    const removedPasskeys = await tx
      .delete(passkeys)
      .where(isAdded(passkeys))
      .returning({ userId: passkeys.userId })
    const removedApps = await tx
      .delete(totpAuthenticators)
      .where(isAdded(totpAuthenticators))
      .returning({ userId: totpAuthenticators.userId })
    if (removedPasskeys.length + removedApps.length === 0)
      throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN', 'the second factor is gone')
    const { isActive } = await updateSecondFactorState(tx, user.id)
    await deleteOtherSessions(tx, user.id, undefined)
    const change = removedApps.length > 0 ? 'totp_removed' : 'passkey_removed'
    await recordSecurityEvent(context, tx, user.id, change, client)
    if (!isActive) await recordSecurityEvent(context, tx, user.id, 'second_factor_off', client)
  })
}
