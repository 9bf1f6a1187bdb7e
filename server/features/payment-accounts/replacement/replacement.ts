import { HOUR_MS } from '#contract/core/time.ts'
import type { LinkOutcome } from '#contract/payment-accounts.ts'
import type { Transaction } from '#server/db/client.ts'
import { lockOpenUser, lockUserRow } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { ApiError } from '#server/http/api-error.ts'
import { NO_CLIENT, type RequestClient } from '#server/http/request-headers.ts'
import { generateToken, hashToken } from '#server/http/session-cookie.ts'
import type { SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { Context } from '#server/context.ts'
import { type PaymentAccountRow, findPaymentAccount, markNotLinked } from '../queries.ts'
import {
  cancelWaitingAccount,
  findWaitingAccount,
  markLinked,
  saveWaitingAccount,
} from './queries.ts'
import { encryptTokens } from '../tokens.ts'

/** The hours that the owner has to undo a replacement of the payment account. */
const REPLACEMENT_HOURS = 24

/** The job that makes a seller's waiting account the one that buyers pay into. */
export const activatePaymentAccountJob = defineJob<{ userId: number }>('activate_payment_account')

/**
 * Stores an account that replaces the seller's current one a day later or, after a change of the account's email, when
 * that can no longer be undone. Until then buyers pay into the current account, and a link in the email undoes the
 * replacement, so that a stranger in the seller's account cannot redirect payments unnoticed.
 */
export async function startReplacement(
  context: Context,
  tx: Transaction,
  previous: PaymentAccountRow,
  tokens: SellerTokens,
  client: RequestClient,
): Promise<LinkOutcome> {
  const { userId } = previous
  const undo = generateToken()
  const emailUndoEnd = await context.findEmailUndoEnd(tx, userId)
  const activatesAt = new Date(
    Math.max(Date.now() + REPLACEMENT_HOURS * HOUR_MS, emailUndoEnd?.getTime() ?? 0),
  )
  await cancelWaitingAccount(tx, userId)
  await saveWaitingAccount(tx, userId, tokens, {
    ...encryptTokens(context.encryption, { userId, collectorId: tokens.collectorId }, tokens),
    activatesAt,
    undoTokenHash: undo.tokenHash,
  })
  await enqueue(tx, activatePaymentAccountJob, { userId }, { runAt: activatesAt })
  await context.recordSecurityEvent(tx, userId, 'payment_account_replaced', client, {
    collectorId: tokens.collectorId,
    previousCollectorId: previous.collectorId,
    activatesAt: activatesAt.toISOString(),
    emailLink: `${context.config.publicOrigin}/undo-account-change/${undo.token}`,
  })
  return 'waiting'
}

/**
 * Makes a seller's waiting account the current one, if its time has come and it was not undone. While the seller's
 * account is suspended the replacement waits on.
 */
export async function activateWaitingAccount(context: Context, userId: number): Promise<void> {
  const activate = async (tx: Transaction) => {
    if (!(await lockOpenUser(tx, userId, 'no key update'))) return
    const waiting = await findWaitingAccount(tx, { userId })
    if (!waiting?.activatesAt || waiting.activatesAt.getTime() > Date.now()) return
    const previous = await findPaymentAccount(tx, userId)
    if (await markNotLinked(tx, { userId }, 'unlinked')) await context.onSalesClosed(tx, userId)
    await markLinked(tx, waiting.id)
    await context.onSalesOpened(tx, userId)
    await context.recordSecurityEvent(tx, userId, 'payment_account_activated', NO_CLIENT, {
      collectorId: waiting.collectorId,
      ...(previous && { previousCollectorId: previous.collectorId }),
    })
  }
  await runTransaction(context.db, activate).catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    // Another user has linked this account of the provider meanwhile.
    await cancelWaitingAccount(context.db, userId)
  })
}

/**
 * Lets a replacement go on whose time passed while the seller's account was suspended. Does nothing if none is waiting.
 */
export async function resumeReplacement(tx: Transaction, userId: number): Promise<void> {
  const waiting = await findWaitingAccount(tx, { userId })
  if (!waiting?.activatesAt) return
  await enqueue(tx, activatePaymentAccountJob, { userId }, { runAt: waiting.activatesAt })
}

/**
 * Undoes a replacement that has not taken effect, by the link in the email about it.
 * @throws ApiError ERROR_INVALID_OR_EXPIRED_TOKEN if there is no such replacement
 */
export async function undoReplacementByToken(
  context: Context,
  token: string,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const waiting = await findWaitingAccount(tx, { undoTokenHash: hashToken(token) })
    if (!waiting || !(await cancelWaiting(context, tx, waiting, client)))
      throw new ApiError('ERROR_INVALID_OR_EXPIRED_TOKEN', 'undo account change')
  })
}

/** Cancels a signed-in seller's own replacement of the payment account, if one is waiting. */
export async function cancelReplacement(
  context: Context,
  userId: number,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const waiting = await findWaitingAccount(tx, { userId })
    if (waiting) await cancelWaiting(context, tx, waiting, client)
  })
}

/**
 * Cancels a replacement unless it is activated at the same moment: whoever has the lock of the user first decides.
 * @returns false if it is not waiting any more
 */
async function cancelWaiting(
  { recordSecurityEvent }: Context,
  tx: Transaction,
  { userId, id }: PaymentAccountRow,
  client: RequestClient,
): Promise<boolean> {
  await lockUserRow(tx, userId)
  const waiting = await findWaitingAccount(tx, { userId })
  if (waiting?.id !== id) return false
  await cancelWaitingAccount(tx, userId)
  await recordSecurityEvent(tx, userId, 'payment_account_change_undone', client)
  return true
}
