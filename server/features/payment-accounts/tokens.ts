import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ProviderError, type SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type PaymentAccountRow,
  releaseRefreshLease,
  findAccountById,
  findAccountForOrder,
  findPaymentAccount,
  markNotLinked,
  saveRefreshedTokens,
  acquireRefreshLease,
} from './queries.ts'
import type { PaymentAccountsDeps } from './service.ts'

/** The provider's permission lasts 180 days; renewed when fewer than this remain. */
const RENEW_BEFORE_DAYS = 30
const RENEWAL_SECONDS = 15
const RENEWAL_POLL_MS = 100

/** What the provider calls a permission that is gone. Any other refusal is ours or its own trouble. */
const GONE = new Set(['invalid_grant', 'unauthorized_client'])

/** A seller's account at the provider, as an order names it. */
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
 * The account that a new sale is for.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT for a seller without a linked account, INVALID_REFRESH_TOKEN for
 *   one whose permission could not be renewed
 */
export async function getSellingAccount(
  deps: PaymentAccountsDeps,
  sellerId: number,
): Promise<SellerAccount> {
  const account = await findPaymentAccount(deps.db, sellerId)
  if (account?.state === 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', `seller ${sellerId}`)
  if (account?.state !== 'linked')
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${sellerId}`)
  if (isAging(account)) await refreshTokens(deps, account).catch(unlessStillGood(account))
  return { sellerId, collectorId: account.collectorId }
}

function isAging({ tokenExpiresAt }: PaymentAccountRow): boolean {
  return tokenExpiresAt.getTime() - Date.now() < RENEW_BEFORE_DAYS * 86_400_000
}

/** A renewal ahead of time that the provider cannot answer now may wait for the next sale. */
function unlessStillGood({ tokenExpiresAt }: PaymentAccountRow) {
  return (error: unknown) => {
    const canWait = error instanceof ProviderError && tokenExpiresAt > new Date()
    if (!canWait) throw error
  }
}

/** A token to read with, also after the seller unlinked; undefined where none is left. */
export async function readOnlyToken(
  { db, encryption }: PaymentAccountsDeps,
  seller: SellerAccount,
): Promise<string | undefined> {
  const account = await findAccountForOrder(db, seller)
  return account && encryption.decrypt(account.accessToken)
}

/**
 * Runs a call with the token of the account that an order was made for, whatever the seller linked since. On
 * a 401 the token is renewed once and the call repeated.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT without such an account, INVALID_REFRESH_TOKEN when its permission
 *   is gone; ProviderError
 */
export async function withSellerToken<T>(
  deps: PaymentAccountsDeps,
  seller: SellerAccount,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const account = await findAccountForOrder(deps.db, seller)
  if (!account)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${seller.sellerId}, another account`)
  try {
    return await call(deps.encryption.decrypt(account.accessToken))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'unauthorized') throw error
    return call(await refreshTokens(deps, account))
  }
}

/**
 * Renews an account's tokens, one process at a time: a refresh token works once. Who comes second waits for
 * the first one's result instead. Resolves to the new access token.
 * @throws ApiError INVALID_REFRESH_TOKEN when the permission is gone; ProviderError in any other trouble
 */
async function refreshTokens(
  deps: PaymentAccountsDeps,
  account: PaymentAccountRow,
): Promise<string> {
  const { db, payments, encryption } = deps
  if (!(await acquireRefreshLease(db, account, RENEWAL_SECONDS)))
    return waitForOtherRefresh(deps, account)
  try {
    const tokens = await payments.refreshTokens(encryption.decrypt(account.refreshToken))
    await saveRefreshedTokens(db, account, tokens, encryptTokens(encryption, tokens))
    return tokens.accessToken
  } catch (error) {
    await releaseRefreshLease(db, account)
    if (!(error instanceof ProviderError) || !GONE.has(error.reason ?? '')) throw error
    await revokeAccess(deps, account, 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', error.message)
  }
}

/** Waits, at most as long as a renewal may take, for the tokens another process is fetching. */
async function waitForOtherRefresh(
  { db, encryption }: PaymentAccountsDeps,
  { id, accessToken }: PaymentAccountRow,
): Promise<string> {
  for (let waitedMs = 0; waitedMs < RENEWAL_SECONDS * 1000; waitedMs += RENEWAL_POLL_MS) {
    const account = await findAccountById(db, id)
    if (account && account.accessToken !== accessToken)
      return encryption.decrypt(account.accessToken)
    if (!account?.renewingUntil) break
    await pause(RENEWAL_POLL_MS)
  }
  throw new ProviderError('unavailable', `account ${id}: renewal by another process did not end`)
}

/** The seller lost the permission without asking us: sales close at once and a mail says how to reopen. */
export async function revokeAccess(
  deps: PaymentAccountsDeps,
  { id, userId }: PaymentAccountRow,
  reason: 'revoked' | 'refresh_refused',
): Promise<void> {
  await deps.db.transaction(async tx => {
    if (!(await markNotLinked(tx, { userId, accountId: id }, reason))) return
    await deps.onSalesClosed(tx, userId)
    await notifyUnlinked(deps, tx, userId, reason)
  })
}

/** Tells a seller that their account no longer sells, and how to reopen. */
export async function notifyUnlinked(
  { notify }: PaymentAccountsDeps,
  tx: Transaction,
  userId: number,
  account: 'unlinked' | 'revoked' | 'refresh_refused',
): Promise<void> {
  await notify(tx, userId, {
    kind: 'account_unlinked',
    dedupeKey: `account_unlinked:${randomUUID()}`,
    detail: { account },
  })
}
