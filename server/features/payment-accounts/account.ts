import type { PaymentAccount, PaymentAccountState } from '#contract/payment-accounts.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { lockOpenUser, lockUserRow } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import {
  type PaymentAccountRow,
  countOpenOrders,
  deleteLinkAttempts,
  findAccountByCollector,
  findPaymentAccount,
  findSalesClosedAt,
  markNotLinked,
} from './queries.ts'
import { cancelWaitingAccount, findWaitingAccount, markLinked } from './replacement/queries.ts'
import { type SellerAccount, withAccountToken } from './tokens.ts'

/**
 * Returns the state of a seller's payment account, the provider's id of the account and how many orders can still be
 * paid.
 */
export async function getPaymentAccount({ db }: Context, userId: number): Promise<PaymentAccount> {
  const [account, waiting, openOrders, salesClosedAt] = await Promise.all([
    findPaymentAccount(db, userId),
    findWaitingAccount(db, { userId }),
    countOpenOrders(db, userId),
    findSalesClosedAt(db, userId),
  ])
  const isLinked = account?.state === 'linked'
  const canSell = isLinked && salesClosedAt === null
  return {
    state: toShownState(account),
    canSell,
    mustAct: canSell ? 'nobody' : 'seller',
    since: account?.stateSince.toISOString() ?? null,
    salesClosedAt: salesClosedAt?.toISOString() ?? null,
    permissionUntil: isLinked ? account.tokenExpiresAt.toISOString() : null,
    openOrders,
    collectorId: account?.collectorId ?? null,
    replacement: waiting?.activatesAt
      ? { collectorId: waiting.collectorId, activatesAt: waiting.activatesAt.toISOString() }
      : null,
  }
}

/** Returns the state of the current account. A waiting account never is the current one. */
function toShownState(account: PaymentAccountRow | undefined): PaymentAccountState {
  return account === undefined || account.state === 'waiting' ? 'never_linked' : account.state
}

/**
 * Stops the sales of a user who recovered the access to their account by email, until they confirm that the payment
 * account is theirs: somebody else may have linked it. A replacement that is waiting is cancelled.
 */
export async function requireAccountConfirmation(
  context: Context,
  tx: Transaction,
  userId: number,
  client: RequestClient,
): Promise<void> {
  if (await cancelWaitingAccount(tx, userId))
    await context.recordSecurityEvent(tx, userId, 'payment_account_change_undone', client)
  await deleteLinkAttempts(tx, userId)
  const account = await findPaymentAccount(tx, userId)
  if (!account || !(await markNotLinked(tx, { userId }, 'unconfirmed'))) return
  await context.onSalesClosed(tx, userId)
  await context.recordSecurityEvent(tx, userId, 'payment_account_unconfirmed', client, {
    collectorId: account.collectorId,
  })
}

/** Reopens the sales of a user who confirms that the payment account is theirs. */
export async function confirmAccount(
  context: Context,
  userId: number,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    if (!(await lockOpenUser(tx, userId, 'no key update'))) return
    const account = await findPaymentAccount(tx, userId)
    if (account?.state !== 'unconfirmed') return
    await markLinked(tx, account.id)
    await context.onSalesOpened(tx, userId)
    await context.recordSecurityEvent(tx, userId, 'payment_account_linked', client, 'nobody')
  })
}

/** Tells whether a seller has a linked payment account and can therefore sell. */
export async function canSellerBePaid(db: Db, userId: number): Promise<boolean> {
  const account = await findPaymentAccount(db, userId)
  return account?.state === 'linked'
}

/**
 * Unlinks the payment account at the seller's request. Its tokens are kept, so that the payments of open orders can
 * still be read.
 */
export async function unlinkAccount(
  context: Context,
  userId: number,
  client: RequestClient,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    await lockUserRow(tx, userId)
    const account = await findPaymentAccount(tx, userId)
    if (!account || !(await unlinkWithoutNotification(context, tx, userId))) return
    await context.recordSecurityEvent(tx, userId, 'payment_account_unlinked', client, {
      collectorId: account.collectorId,
    })
  })
}

/**
 * Unlinks a seller's payment account within the caller's transaction without notifying the seller, and deletes
 * unfinished link attempts.
 * @returns false if no account was linked
 */
export async function unlinkWithoutNotification(
  { onSalesClosed }: Context,
  tx: Transaction,
  userId: number,
): Promise<boolean> {
  await deleteLinkAttempts(tx, userId)
  await cancelWaitingAccount(tx, userId)
  const wasLinked = await markNotLinked(tx, { userId }, 'unlinked')
  if (wasLinked) await onSalesClosed(tx, userId)
  return wasLinked
}

/**
 * Handles the provider's webhook event about a seller's authorization. The event can be late, and only its id is
 * signed, so the provider is asked whether it still accepts the seller's tokens. If it does not, sales stop.
 * @throws ProviderError if the provider does not say
 */
export async function handleRevocation(
  context: Context,
  collectorId: string,
  action: string,
): Promise<void> {
  const account = await findAccountByCollector(context.db, collectorId)
  if (account?.state !== 'linked' || action !== 'application.deauthorized') return
  try {
    await withAccountToken(
      context,
      account,
      accessToken => context.provider.readAccount(accessToken),
      'revoked',
    )
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_REFRESH_TOKEN') throw error
  }
}

/** Finds the seller whose payment account has this provider's id. */
export async function findSellerByCollector(
  { db }: Context,
  collectorId: string,
): Promise<SellerAccount | undefined> {
  const account = await findAccountByCollector(db, collectorId)
  return account && { sellerId: account.userId, collectorId }
}
