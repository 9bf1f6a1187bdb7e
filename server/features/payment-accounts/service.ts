import { createHash } from 'node:crypto'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { LinkOutcome, PaymentAccount } from '#contract/payment-accounts.ts'
import {
  type PaymentProvider,
  ProviderError,
  type SellerTokens,
} from '#server/integrations/mercadopago/provider.ts'
import type { Seal } from '#server/integrations/encryption.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'
import {
  countOpenOrders,
  deleteLinkAttempts,
  findPaymentAccount,
  findSellerOfCollector,
  holdOpenUser,
  insertLinkAttempt,
  leaveLinked,
  saveLinked,
  takeLinkAttempt,
} from './queries.ts'
import { type SellerAccount, losePermission, sealTokens, tellUnlinked } from './tokens.ts'

export { type SellerAccount, readingToken, sellingAccount, withSellerToken } from './tokens.ts'

const LINK_MINUTES = 15

export interface SellersDeps {
  db: Database
  payments: PaymentProvider
  seal: Seal
  publicOrigin: string
  /** Tells a seller something, in the same transaction. */
  tell: (tx: Transaction, userId: number, news: NotificationEvent) => Promise<void>
  /** Something a seller has cannot be sold, for good or for now: open payment pages for it must close too. */
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
  { seal, onSalesClosed }: SellersDeps,
  tx: Transaction,
  userId: number,
  tokens: SellerTokens,
): Promise<LinkOutcome> {
  // The account was closed or suspended while its owner was at the provider.
  if (!(await holdOpenUser(tx, userId))) return 'failed'
  const holder = await findSellerOfCollector(tx, tokens.collectorId)
  if (holder && holder.userId !== userId && holder.state === 'linked') return 'taken'
  const before = await findPaymentAccount(tx, userId)
  // Another account takes the place of the first: what was opened for that one closes, and stays readable.
  if (before?.state === 'linked' && before.collectorId !== tokens.collectorId) {
    await leaveLinked(tx, { userId }, 'unlinked')
    await onSalesClosed(tx, userId)
  }
  await saveLinked(tx, userId, tokens, sealTokens(seal, tokens))
  return 'linked'
}

/** State of the account, who it is at the provider, and since when. */
export async function describePaymentAccount(
  { db }: SellersDeps,
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

/** Whether a seller can be paid now. */
export async function canBePaid(db: Db, userId: number): Promise<boolean> {
  const account = await findPaymentAccount(db, userId)
  return account?.state === 'linked'
}

/** Stops sales. The tokens stay until the last open order is final: its payment must still be read. */
export async function unlink(deps: SellersDeps, userId: number): Promise<void> {
  await deps.db.transaction(async tx => {
    if (await leaveSales(deps, tx, userId)) await tellUnlinked(deps, tx, userId, 'unlinked')
  })
}

/** As `unlink`, within the caller's transaction and without a word to the seller; links being made are void. */
export async function leaveSales(
  { onSalesClosed }: SellersDeps,
  tx: Transaction,
  userId: number,
): Promise<boolean> {
  await deleteLinkAttempts(tx, userId)
  const left = await leaveLinked(tx, { userId }, 'unlinked')
  if (left) await onSalesClosed(tx, userId)
  return left
}

/** The provider's notice about a permission given or withdrawn. */
export async function heedPermissionNotice(
  deps: SellersDeps,
  collectorId: string,
  action: string,
): Promise<void> {
  const account = await findSellerOfCollector(deps.db, collectorId)
  if (account && action === 'application.deauthorized')
    await losePermission(deps, account, 'revoked')
}

/** The seller behind a collector id, as far as we know. */
export async function sellerOfCollector(
  { db }: SellersDeps,
  collectorId: string,
): Promise<SellerAccount | undefined> {
  const account = await findSellerOfCollector(db, collectorId)
  return account && { sellerId: account.userId, collectorId }
}
