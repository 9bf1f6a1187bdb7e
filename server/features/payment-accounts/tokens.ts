import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ProviderError, type SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { PaymentAccountsDeps } from './deps.ts'
import {
  type PaymentAccountRow,
  acquireRefreshLease,
  findAccountById,
  findAccountForOrder,
  markNotLinked,
  releaseRefreshLease,
  saveRefreshedTokens,
} from './queries.ts'

/** The provider's tokens are valid for 180 days. They are refreshed when fewer days than this number remain. */
const REFRESH_BEFORE_DAYS = 30
const REFRESH_LEASE_SECONDS = 15
const REFRESH_POLL_MS = 100

/**
 * The OAuth errors with which the provider says that the seller's authorization has ended. Any other refusal may be
 * temporary.
 */
const PERMISSION_GONE = new Set(['invalid_grant', 'unauthorized_client'])

/** Identifies the payment account that an order is paid into. */
export interface SellerAccount {
  sellerId: number
  collectorId: string
}

export function encryptTokens(encryption: Encryption, { accessToken, refreshToken }: SellerTokens) {
  return {
    accessToken: encryption.encrypt(accessToken),
    refreshToken: encryption.encrypt(refreshToken),
  }
}

/**
 * Requires that a seller's current payment account can receive a new sale.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT if no account is linked; INVALID_REFRESH_TOKEN if the provider refused to
 * refresh the account's tokens
 */
export function requireLinkedAccount(
  account: PaymentAccountRow | null | undefined,
): PaymentAccountRow {
  if (account?.state === 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', `seller ${account.userId}`)
  if (account?.state !== 'linked') throw new ApiError('DIFFERENT_SELLERS_PRODUCT', 'not linked')
  return account
}

/**
 * Refreshes the tokens of a payment account if they expire soon.
 * @returns the account with its current tokens
 * @throws ApiError INVALID_REFRESH_TOKEN if the seller's authorization has ended; ProviderError if the provider fails
 * and the tokens have already expired
 */
export async function refreshExpiringTokens(
  deps: PaymentAccountsDeps,
  account: PaymentAccountRow,
): Promise<PaymentAccountRow> {
  const remainingMs = account.tokenExpiresAt.getTime() - Date.now()
  if (remainingMs >= REFRESH_BEFORE_DAYS * 86_400_000) return account
  try {
    await refreshTokens(deps, account)
  } catch (error) {
    // As long as the old tokens are valid, a failed refresh does not prevent the sale; the next sale tries again.
    const canWait = error instanceof ProviderError && account.tokenExpiresAt > new Date()
    if (!canWait) throw error
  }
  return (await findAccountById(deps.db, account.id)) ?? account
}

/**
 * Returns an access token for reading a seller's payments, even after the seller unlinked the account; undefined if the
 * account is unknown.
 */
export async function getReadOnlyToken(
  { db, encryption }: PaymentAccountsDeps,
  seller: SellerAccount,
): Promise<string | undefined> {
  const account = await findAccountForOrder(db, seller)
  return account && encryption.decrypt(account.accessToken)
}

/**
 * Calls the provider with the token of the payment account that an order was made for, even if the seller has linked
 * another account since.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT if the account is unknown; INVALID_REFRESH_TOKEN if the seller's
 * authorization has ended; ProviderError if the call fails
 */
export async function withSellerToken<T>(
  deps: PaymentAccountsDeps,
  seller: SellerAccount,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const account = await findAccountForOrder(deps.db, seller)
  if (!account)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${seller.sellerId}, another account`)
  return withAccountToken(deps, account, call)
}

/**
 * Calls the provider with the token of a payment account. If the provider answers 401, the token is refreshed and the
 * call is repeated once.
 * @throws ApiError INVALID_REFRESH_TOKEN if the seller's authorization has ended; ProviderError if the call fails
 */
export async function withAccountToken<T>(
  deps: PaymentAccountsDeps,
  account: PaymentAccountRow,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  try {
    return await call(deps.encryption.decrypt(account.accessToken))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'unauthorized') throw error
    return call(await refreshTokens(deps, account))
  }
}

/**
 * Refreshes the tokens of a payment account and returns the new access token. A refresh token works only once, so only
 * the process that holds the lease calls the provider, and the others wait for its result.
 * @throws ApiError INVALID_REFRESH_TOKEN if the seller's authorization has ended; ProviderError on any other failure
 */
async function refreshTokens(
  deps: PaymentAccountsDeps,
  account: PaymentAccountRow,
): Promise<string> {
  const { db, provider, encryption } = deps
  if (!(await acquireRefreshLease(db, account, REFRESH_LEASE_SECONDS)))
    return waitForOtherRefresh(deps, account)
  try {
    const tokens = await provider.refreshTokens(encryption.decrypt(account.refreshToken))
    await saveRefreshedTokens(db, account, tokens, encryptTokens(encryption, tokens))
    return tokens.accessToken
  } catch (error) {
    await releaseRefreshLease(db, account)
    if (!(error instanceof ProviderError) || !PERMISSION_GONE.has(error.reason ?? '')) throw error
    await recordRevokedAccess(deps, account, 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', error.message)
  }
}

/** Waits for the tokens that another process is fetching, by polling at most as long as the lease lasts. */
async function waitForOtherRefresh(
  { db, encryption }: PaymentAccountsDeps,
  { id, accessToken }: PaymentAccountRow,
): Promise<string> {
  for (let waitedMs = 0; waitedMs < REFRESH_LEASE_SECONDS * 1000; waitedMs += REFRESH_POLL_MS) {
    const account = await findAccountById(db, id)
    if (account && account.accessToken !== accessToken)
      return encryption.decrypt(account.accessToken)
    if (!account?.refreshLeaseUntil) break
    await pause(REFRESH_POLL_MS)
  }
  throw new ProviderError('unavailable', `account ${id}: refresh by another process did not end`)
}

/** Records that the provider no longer accepts the seller's tokens: sales stop, and the seller is notified. */
export async function recordRevokedAccess(
  deps: PaymentAccountsDeps,
  account: PaymentAccountRow,
  reason: 'revoked' | 'refresh_refused',
): Promise<void> {
  await runTransaction(deps.db, async tx => {
    const { id, userId } = account
    if (!(await markNotLinked(tx, { userId, accountId: id }, reason))) return
    await deps.onSalesClosed(tx, userId)
    await notifyUnlinked(deps, tx, account, reason)
  })
}

/** Notifies a seller that sales through the payment account have stopped, and how to link the account again. */
export async function notifyUnlinked(
  { notify }: PaymentAccountsDeps,
  tx: Transaction,
  { userId, collectorId }: Pick<PaymentAccountRow, 'userId' | 'collectorId'>,
  reason: 'unlinked' | 'revoked' | 'refresh_refused' | 'unconfirmed',
): Promise<void> {
  await notify(tx, userId, {
    kind: 'account_unlinked',
    dedupeKey: `account_unlinked:${randomUUID()}`,
    detail: { account: reason, collectorId },
  })
}
