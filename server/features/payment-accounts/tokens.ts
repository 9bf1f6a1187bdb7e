import { type SellerTokens, ProviderError } from '#server/integrations/mercadopago/provider.ts'
import { NO_CLIENT } from '#server/http/request-headers.ts'
import { ApiError } from '#server/http/api-error.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Transaction } from '#server/db/client.ts'
import { type TextOwner, nameOwner } from '#server/db/encrypted-columns.ts'
import { lockUserRow } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { informAdminsOfBrake } from './brake-email.ts'
import {
  type PaymentAccountRow,
  acquireRefreshLease,
  findAccountById,
  findAccountForOrder,
  markNotLinked,
  releaseRefreshLease,
  saveRefreshedTokens,
} from './queries.ts'
import { countWithdrawnSince, findAccountsWithTokensExpiringBefore } from './token-queries.ts'

/** The provider's tokens are valid for 180 days. They are refreshed when fewer days than this number remain. */
const REFRESH_BEFORE_DAYS = 30
const REFRESH_LEASE_SECONDS = 15
const REFRESH_POLL_MS = 100
const REFRESH_BATCH = 200
const SAVE_ATTEMPTS = 5
const SAVE_RETRY_MS = 200
/** No more than this number of accounts is disconnected within an hour without a decision of their sellers. */
const MAX_LOST_PER_HOUR = 10

/**
 * The OAuth errors with which the provider says that the seller's authorization has ended. Any other refusal may be
 * temporary.
 */
const PERMISSION_GONE = new Set(['invalid_grant', 'unauthorized_client'])

/** Why an account is not linked any more without the seller having unlinked it here. */
type WithdrawalReason = 'revoked' | 'refresh_refused'

/** Identifies the payment account that an order is paid into. */
export interface SellerAccount {
  sellerId: number
  collectorId: string
}

type AccountKey = Pick<PaymentAccountRow, 'userId' | 'collectorId'>

/** The columns of a payment account's tokens. */
const TOKEN_COLUMNS = {
  accessToken: 'payment_accounts.access_token',
  refreshToken: 'payment_accounts.refresh_token',
} as const
type TokenColumn = keyof typeof TOKEN_COLUMNS

/** Names a token of a payment account for its encryption, so that it cannot be moved to another seller's account. */
export function tokenOwner({ userId, collectorId }: AccountKey, column: TokenColumn): TextOwner {
  return nameOwner(TOKEN_COLUMNS[column], userId, collectorId)
}

export function encryptTokens(encryption: Encryption, account: AccountKey, tokens: SellerTokens) {
  const encrypt = (column: TokenColumn) =>
    encryption.encrypt(tokens[column], tokenOwner(account, column))
  return { accessToken: encrypt('accessToken'), refreshToken: encrypt('refreshToken') }
}

/** @throws Error if the key of the token is no longer configured, or if the token belongs to another account */
const decryptToken = (encryption: Encryption, account: PaymentAccountRow, column: TokenColumn) =>
  encryption.decrypt(account[column], tokenOwner(account, column))

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
  context: Context,
  account: PaymentAccountRow,
): Promise<PaymentAccountRow> {
  const remainingMs = account.tokenExpiresAt.getTime() - Date.now()
  if (remainingMs >= REFRESH_BEFORE_DAYS * DAY_MS) return account
  try {
    await refreshTokens(context, account)
  } catch (error) {
    // As long as the old tokens are valid, a failed refresh does not prevent the sale; the next sale tries again.
    const canWait = error instanceof ProviderError && account.tokenExpiresAt > new Date()
    if (!canWait) throw error
  }
  return (await findAccountById(context.db, account.id)) ?? account
}

/**
 * Calls the provider with the token of the payment account that an order was made for, even if the seller has linked
 * another account since.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT if the account is unknown; INVALID_REFRESH_TOKEN if the seller's
 * authorization has ended; ProviderError if the call fails
 */
export async function withSellerToken<T>(
  context: Context,
  seller: SellerAccount,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const account = await findAccountForOrder(context.db, seller)
  if (!account)
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${seller.sellerId}, another account`)
  return withAccountToken(context, account, call)
}

/**
 * Calls the provider with the token of a payment account. If the provider no longer accepts the token, it is refreshed
 * and the call is repeated once.
 * @param reason what is recorded and told to the seller if the authorization has ended
 * @throws ApiError INVALID_REFRESH_TOKEN if the seller's authorization has ended; ProviderError if the call fails
 */
export async function withAccountToken<T>(
  context: Context,
  account: PaymentAccountRow,
  call: (accessToken: string) => Promise<T>,
  reason: WithdrawalReason = 'refresh_refused',
): Promise<T> {
  try {
    return await call(decryptToken(context.encryption, account, 'accessToken'))
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // 403 can mean that the authorization has ended, or only that this call is not allowed.
    const isTokenRefused =
      error.fault === 'unauthorized' ||
      (error.status === 403 && !(await isTokenAccepted(context, account)))
    if (!isTokenRefused) throw error
    return call(await refreshTokens(context, account, reason))
  }
}

/**
 * Asks the provider whether it still accepts the access token of an account.
 * @throws ProviderError if the provider does not say
 */
async function isTokenAccepted(
  { provider, encryption }: Context,
  account: PaymentAccountRow,
): Promise<boolean> {
  try {
    await provider.readAccount(decryptToken(encryption, account, 'accessToken'))
    return true
  } catch (error) {
    if (error instanceof ProviderError && (error.fault === 'unauthorized' || error.status === 403))
      return false
    throw error
  }
}

/**
 * Refreshes the tokens of a payment account and returns the new access token. A refresh token works only once, so only
 * the process that holds the lease calls the provider, and the others wait for its result.
 * @throws ApiError INVALID_REFRESH_TOKEN if the seller's authorization has ended; ProviderError on any other failure
 */
async function refreshTokens(
  context: Context,
  account: PaymentAccountRow,
  reason: WithdrawalReason = 'refresh_refused',
): Promise<string> {
  const { db, provider, encryption } = context
  const leaseUntil = await acquireRefreshLease(db, account, REFRESH_LEASE_SECONDS)
  if (!leaseUntil) return waitForOtherRefresh(context, account)
  let tokens: SellerTokens
  try {
    tokens = await provider.refreshTokens(decryptToken(encryption, account, 'refreshToken'))
  } catch (error) {
    try {
      return await handleRefusedRefresh(context, account, reason, error)
    } finally {
      // Released only now, so that a process that waits finds out whether the authorization has ended.
      await releaseRefreshLease(db, account, leaseUntil)
    }
  }
  await saveTokens(context, account, tokens)
  return tokens.accessToken
}

/**
 * Finds out whether a failed refresh means that the seller's authorization has ended, and records it.
 * @returns the new access token of an account that was linked again meanwhile
 * @throws ApiError INVALID_REFRESH_TOKEN if the authorization has ended; the given error otherwise
 */
async function handleRefusedRefresh(
  context: Context,
  account: PaymentAccountRow,
  reason: WithdrawalReason,
  error: unknown,
): Promise<string> {
  if (!(error instanceof ProviderError) || !PERMISSION_GONE.has(error.reason ?? '')) throw error
  // The provider also refuses a refresh token whose answer was lost. The account stays linked as long as its access
  // token works, and the seller is told at once, since only linking the account again keeps the sales going.
  if (await isTokenAccepted(context, account)) {
    if (account.state === 'linked')
      await runTransaction(context.db, tx => notifyLostTokens(context, tx, account))
    throw error
  }
  await recordRevokedAccess(context, account, reason)
  const current = await findAccountById(context.db, account.id)
  if (current?.state === 'linked') return decryptToken(context.encryption, current, 'accessToken')
  throw new ApiError('INVALID_REFRESH_TOKEN', error.message)
}

/** Stores refreshed tokens. A failure is retried, since the old tokens are lost and the new ones exist only here. */
async function saveTokens(
  { db, encryption }: Context,
  account: PaymentAccountRow,
  tokens: SellerTokens,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await saveRefreshedTokens(db, account, tokens, encryptTokens(encryption, account, tokens))
      return
    } catch (error) {
      if (attempt >= SAVE_ATTEMPTS) throw error
      await pause(SAVE_RETRY_MS * 2 ** (attempt - 1))
    }
  }
}

/**
 * Waits for the tokens that another process is fetching, by polling at most as long as the lease lasts.
 * @throws ApiError INVALID_REFRESH_TOKEN if the other process found that the authorization has ended; ProviderError if
 * it could not refresh the tokens
 */
async function waitForOtherRefresh(
  { db, encryption }: Context,
  { id, accessToken }: PaymentAccountRow,
): Promise<string> {
  for (let waitedMs = 0; waitedMs < REFRESH_LEASE_SECONDS * 1000; waitedMs += REFRESH_POLL_MS) {
    const account = await findAccountById(db, id)
    if (account && account.accessToken !== accessToken)
      return decryptToken(encryption, account, 'accessToken')
    if (account?.state === 'revoked' || account?.state === 'refresh_refused')
      throw new ApiError('INVALID_REFRESH_TOKEN', `account ${id}: refused to another process`)
    if (!account?.refreshLeaseUntil) break
    await pause(REFRESH_POLL_MS)
  }
  throw new ProviderError('unavailable', `account ${id}: refresh by another process did not end`)
}

/**
 * Records that the provider no longer accepts the seller's tokens: sales stop, and the seller is notified. An account
 * that was linked again meanwhile stays linked.
 * @throws ProviderError `unavailable` if too many accounts were lost in the last hour, which means that the fault is
 * ours or the provider's, such as a wrong MERCADOPAGO_CLIENT_ID; the admins are emailed
 */
async function recordRevokedAccess(
  context: Context,
  account: PaymentAccountRow,
  reason: WithdrawalReason,
): Promise<void> {
  const lost = await countWithdrawnSince(context.db, new Date(Date.now() - HOUR_MS))
  if (lost >= MAX_LOST_PER_HOUR) {
    context.log.error(
      { account: account.id, lost },
      'the provider refuses the tokens of many sellers, so no more accounts are disconnected',
    )
    await informAdminsOfBrake(context, lost)
    throw new ProviderError('unavailable', `${lost} accounts were lost within an hour`)
  }
  await runTransaction(context.db, async tx => {
    await lockUserRow(tx, account.userId)
    if (!(await markNotLinked(tx, { userId: account.userId, account }, reason))) return
    await context.onSalesClosed(tx, account.userId)
    await context.recordSecurityEvent(tx, account.userId, 'payment_account_lost', NO_CLIENT, {
      account: reason,
      collectorId: account.collectorId,
    })
  })
}

/**
 * Refreshes the tokens of accounts that expire soon, so that sellers without sales stay linked, and the orders of
 * sellers who have unlinked their account can be refunded.
 */
export async function refreshIdleTokens(context: Context): Promise<void> {
  const before = new Date(Date.now() + REFRESH_BEFORE_DAYS * DAY_MS)
  for (const account of await findAccountsWithTokensExpiringBefore(
    context.db,
    before,
    REFRESH_BATCH,
  ))
    await refreshTokens(context, account).catch((error: unknown) => {
      context.log.warn({ err: error, account: account.id }, 'tokens could not be refreshed')
    })
}

/** Notifies a seller, once for each pair of tokens, that sales will stop when the access token expires. */
async function notifyLostTokens(
  { notify }: Context,
  tx: Transaction,
  { id, userId, collectorId, tokenExpiresAt }: PaymentAccountRow,
): Promise<void> {
  await notify(tx, userId, {
    kind: 'account_expiring',
    dedupeKey: `account_expiring:${id}:${tokenExpiresAt.toISOString()}`,
    data: { collectorId },
  })
}

/** Tells whether an error means that the seller's authorization has ended for good, so that a retry would not help. */
export function isPermissionGone(error: unknown): boolean {
  if (error instanceof ApiError)
    return error.code === 'INVALID_REFRESH_TOKEN' || error.code === 'DIFFERENT_SELLERS_PRODUCT'
  return error instanceof ProviderError && error.fault === 'unauthorized'
}
