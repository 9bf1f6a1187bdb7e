import type { PaymentAccount } from '#contract/payment-accounts.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { PaymentAccountsDeps } from './deps.ts'
import {
  countOpenOrders,
  deleteLinkAttempts,
  findAccountByCollector,
  findPaymentAccount,
  markNotLinked,
} from './queries.ts'
import { type SellerAccount, notifyUnlinked, recordRevokedAccess } from './tokens.ts'

/**
 * Returns the state of a seller's payment account, the provider's id of the account and how many orders can still be
 * paid.
 */
export async function getPaymentAccount(
  { db }: PaymentAccountsDeps,
  userId: number,
): Promise<PaymentAccount> {
  const [account, openOrders] = await Promise.all([
    findPaymentAccount(db, userId),
    countOpenOrders(db, userId),
  ])
  const canSell = account?.state === 'linked'
  return {
    state: account?.state ?? 'never_linked',
    canSell,
    mustAct: canSell ? 'nobody' : 'seller',
    since: account?.stateSince.toISOString() ?? null,
    permissionUntil: canSell ? account.tokenExpiresAt.toISOString() : null,
    openOrders,
    collectorId: account?.collectorId ?? null,
  }
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
export async function unlinkAccount(deps: PaymentAccountsDeps, userId: number): Promise<void> {
  await runTransaction(deps.db, async tx => {
    if (await unlinkWithoutNotification(deps, tx, userId))
      await notifyUnlinked(deps, tx, userId, 'unlinked')
  })
}

/**
 * Unlinks a seller's payment account within the caller's transaction without notifying the seller, and deletes
 * unfinished link attempts.
 * @returns false if no account was linked
 */
export async function unlinkWithoutNotification(
  { onSalesClosed }: PaymentAccountsDeps,
  tx: Transaction,
  userId: number,
): Promise<boolean> {
  await deleteLinkAttempts(tx, userId)
  const wasLinked = await markNotLinked(tx, { userId }, 'unlinked')
  if (wasLinked) await onSalesClosed(tx, userId)
  return wasLinked
}

/** Handles the provider's webhook event about a seller's authorization: if the seller withdrew it, sales stop. */
export async function handleRevocation(
  deps: PaymentAccountsDeps,
  collectorId: string,
  action: string,
): Promise<void> {
  const account = await findAccountByCollector(deps.db, collectorId)
  if (account && action === 'application.deauthorized')
    await recordRevokedAccess(deps, account, 'revoked')
}

/** Finds the seller whose payment account has this provider's id. */
export async function findSellerByCollector(
  { db }: PaymentAccountsDeps,
  collectorId: string,
): Promise<SellerAccount | undefined> {
  const account = await findAccountByCollector(db, collectorId)
  return account && { sellerId: account.userId, collectorId }
}
