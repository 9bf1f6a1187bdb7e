import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LinkOutcome, PaymentAccount } from '#contract/sellers.ts'
import {
  type PaymentProvider,
  ProviderError,
  type SellerTokens,
} from '#server/adapters/payments/provider.ts'
import type { Seal } from '#server/adapters/seal.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { Postman } from '#server/emails/postman.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { localeOf } from '#server/http/language.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'
import {
  type PaymentAccountRow,
  findAddress,
  findPaymentAccount,
  findSellerOfCollector,
  insertLinkAttempt,
  leaveLinked,
  saveLinked,
  saveRefreshed,
  takeLinkAttempt,
  takeRenewal,
} from './queries.ts'

const LINK_MINUTES = 15
/** The provider's permission lasts 180 days; renewed when fewer than this remain. */
const RENEW_BEFORE_DAYS = 30
const RENEWAL_SECONDS = 15
const RENEWAL_POLL_MS = 100

export interface SellersDeps {
  db: Database
  payments: PaymentProvider
  seal: Seal
  postman: Postman
  publicOrigin: string
  /** Sales of a seller closed for good or for now: their open payment pages must close too. */
  onSalesClosed: (tx: Transaction, userId: number) => Promise<void>
}

const redirectUri = ({ publicOrigin }: SellersDeps) => `${publicOrigin}/api/mercadopago/callback`

/** Opens the way to the provider's consent page: state bound to this session, PKCE. */
export async function startLink(
  deps: SellersDeps,
  user: SessionUser,
): Promise<{ authURL: string }> {
  const state = newToken()
  const { token: codeVerifier } = newToken()
  await insertLinkAttempt(deps.db, {
    stateHash: state.tokenHash,
    sessionId: user.sessionId,
    userId: user.id,
    codeVerifier: deps.seal.seal(codeVerifier),
    expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000),
  })
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  return {
    authURL: deps.payments.authorizationUrl({
      state: state.token,
      codeChallenge,
      redirectUri: redirectUri(deps),
    }),
  }
}

/** Completes a link on the way back. Never throws: the outcome is a word for the profile screen. */
export async function finishLink(
  deps: SellersDeps,
  user: SessionUser,
  { code, state }: { code?: string | undefined; state?: string | undefined },
): Promise<LinkOutcome> {
  const { db, payments, seal } = deps
  const attempt = state
    ? await takeLinkAttempt(db, { stateHash: hashToken(state), sessionId: user.sessionId })
    : undefined
  if (!attempt || attempt.userId !== user.id) return 'failed'
  if (!code) return 'denied'
  let tokens: SellerTokens
  try {
    tokens = await payments.exchangeCode({
      code,
      codeVerifier: seal.open(attempt.codeVerifier),
      redirectUri: redirectUri(deps),
    })
  } catch (error) {
    if (error instanceof ProviderError) return 'failed'
    throw error
  }
  return db
    .transaction(tx => keepLink(deps, tx, user.id, tokens))
    .catch((error: unknown) => {
      // Two users linking one account at the same moment: the unique index lets one in.
      if (isUniqueViolation(error)) return 'taken' as const
      throw error
    })
}

async function keepLink(
  { seal }: SellersDeps,
  tx: Transaction,
  userId: number,
  tokens: SellerTokens,
): Promise<LinkOutcome> {
  const holder = await findSellerOfCollector(tx, tokens.collectorId)
  if (holder && holder.userId !== userId && holder.state === 'linked') return 'taken'
  await saveLinked(tx, userId, tokens, sealTokens(seal, tokens))
  return 'linked'
}

function sealTokens(seal: Seal, { accessToken, refreshToken }: SellerTokens) {
  return { accessToken: seal.seal(accessToken), refreshToken: seal.seal(refreshToken) }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23505'
}

/** State of the account, who it is at the provider, and since when. */
export async function describePaymentAccount(
  { db }: SellersDeps,
  userId: number,
): Promise<PaymentAccount> {
  const account = await findPaymentAccount(db, userId)
  if (!account) return { state: 'never_linked', since: null, collectorId: null }
  return {
    state: account.state,
    since: account.stateSince.toISOString(),
    collectorId: account.collectorId,
  }
}

/** Whether a seller can be paid now. */
export async function canBePaid(db: Db, userId: number): Promise<boolean> {
  const account = await findPaymentAccount(db, userId)
  return account?.state === 'linked'
}

/** Stops sales. The tokens stay until the last open order is final: its payment must still be read. */
export async function unlink(deps: SellersDeps, userId: number): Promise<void> {
  await deps.db.transaction(async tx => {
    if (await leaveLinked(tx, userId, 'unlinked')) await deps.onSalesClosed(tx, userId)
  })
}

/** The seller lost the permission without asking us: sales close at once and a mail says how to reopen. */
export async function losePermission(
  deps: SellersDeps,
  userId: number,
  reason: 'revoked' | 'refresh_refused',
): Promise<void> {
  const { db, postman, publicOrigin } = deps
  await db.transaction(async tx => {
    if (!(await leaveLinked(tx, userId, reason))) return
    const user = await findAddress(tx, userId)
    if (!user) return
    await postman.queue(tx, {
      to: user.email,
      locale: localeOf(user.languagePreference),
      letter: {
        kind: 'payment_account_lost',
        reason,
        link: `${publicOrigin}/dashboard/profile/payment`,
      },
    })
  })
}

/** The provider's notice about a permission given or withdrawn. */
export async function heedPermissionNotice(
  deps: SellersDeps,
  collectorId: string,
  action: string,
): Promise<void> {
  const account = await findSellerOfCollector(deps.db, collectorId)
  if (account && action === 'application.deauthorized')
    await losePermission(deps, account.userId, 'revoked')
}

/** The user a collector id belongs to, as far as we know. */
export async function sellerOfCollector(
  { db }: SellersDeps,
  collectorId: string,
): Promise<number | undefined> {
  return (await findSellerOfCollector(db, collectorId))?.userId
}

/** What a sale needs of its seller. */
export interface SellingAccount {
  collectorId: string
  accessToken: string
}

/**
 * The seller's account with a token that is good now.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT for one without a linked account, INVALID_REFRESH_TOKEN for
 *   one whose permission could not be renewed
 */
export async function sellingAccount(deps: SellersDeps, userId: number): Promise<SellingAccount> {
  const account = await findPaymentAccount(deps.db, userId)
  if (account?.state === 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', `seller ${userId}`)
  if (account?.state !== 'linked')
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${userId}`)
  if (!isStale(account))
    return { collectorId: account.collectorId, accessToken: deps.seal.open(account.accessToken) }
  return renewPermission(deps, userId, account.accessToken)
}

function isStale({ tokenExpiresAt }: PaymentAccountRow): boolean {
  return tokenExpiresAt.getTime() - Date.now() < RENEW_BEFORE_DAYS * 86_400_000
}

/** A token to read with, also after the seller unlinked; undefined where none is left. */
export async function readingToken(
  { db, seal }: SellersDeps,
  userId: number,
): Promise<string | undefined> {
  const account = await findPaymentAccount(db, userId)
  return account && seal.open(account.accessToken)
}

/**
 * Renews a seller's tokens, one process at a time: a refresh token works once. Who comes second waits for
 * the first one's result instead.
 * @param usedToken the sealed access token that turned out stale
 * @throws ApiError INVALID_REFRESH_TOKEN when the provider refuses; ProviderError when it cannot answer
 */
async function renewPermission(
  deps: SellersDeps,
  userId: number,
  usedToken: string,
): Promise<SellingAccount> {
  const { db, payments, seal } = deps
  const account = await takeRenewal(db, { userId, usedToken, seconds: RENEWAL_SECONDS })
  if (!account) return renewedElsewhere(deps, userId, usedToken)
  try {
    const tokens = await payments.refreshTokens(seal.open(account.refreshToken))
    await saveRefreshed(db, userId, tokens, sealTokens(seal, tokens))
    return { collectorId: account.collectorId, accessToken: tokens.accessToken }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault === 'unavailable') throw error
    await losePermission(deps, userId, 'refresh_refused')
    throw new ApiError('INVALID_REFRESH_TOKEN', error.message)
  }
}

/** Waits, at most as long as a renewal may take, for the tokens another process is fetching. */
async function renewedElsewhere(
  { db, seal }: SellersDeps,
  userId: number,
  usedToken: string,
): Promise<SellingAccount> {
  for (let waitedMs = 0; waitedMs < RENEWAL_SECONDS * 1000; waitedMs += RENEWAL_POLL_MS) {
    const account = await findPaymentAccount(db, userId)
    if (!account) break
    if (account.accessToken !== usedToken)
      return { collectorId: account.collectorId, accessToken: seal.open(account.accessToken) }
    await pause(RENEWAL_POLL_MS)
  }
  throw new ApiError('INVALID_REFRESH_TOKEN', `seller ${userId}: renewal did not end`)
}

/**
 * Runs a call with the seller's token; on a 401 the token is renewed once and the call repeated.
 * @throws ApiError as `sellingAccount`; ProviderError
 */
export async function withSellerToken<T>(
  deps: SellersDeps,
  userId: number,
  call: (accessToken: string) => Promise<T>,
): Promise<T> {
  const account = await findPaymentAccount(deps.db, userId)
  if (!account) throw new ApiError('DIFFERENT_SELLERS_PRODUCT', `seller ${userId}`)
  try {
    return await call(deps.seal.open(account.accessToken))
  } catch (error) {
    if (!(error instanceof ProviderError) || error.fault !== 'unauthorized') throw error
    const { accessToken } = await renewPermission(deps, userId, account.accessToken)
    return call(accessToken)
  }
}
