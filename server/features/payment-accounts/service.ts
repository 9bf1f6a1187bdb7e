import { createHash } from 'node:crypto'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { LinkOutcome, PaymentAccount } from '#contract/payment-accounts.ts'
import {
  type PaymentProvider,
  ProviderError,
  type SellerTokens,
} from '#server/integrations/mercadopago/provider.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Database, Db, Transaction } from '#server/db/client.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import type { SessionUser } from '#server/http/guards.ts'
import { hashToken, newToken } from '#server/http/session-cookie.ts'
import {
  countOpenOrders,
  deleteLinkAttempts,
  findPaymentAccount,
  findAccountByCollector,
  lockOpenUser,
  insertLinkAttempt,
  markNotLinked,
  saveLinkedAccount,
  consumeLinkAttempt,
} from './queries.ts'
import { type SellerAccount, revokeAccess, encryptTokens, notifyUnlinked } from './tokens.ts'

export { type SellerAccount, readOnlyToken, getSellingAccount, withSellerToken } from './tokens.ts'

const LINK_MINUTES = 15

export interface PaymentAccountsDeps {
  db: Database
  payments: PaymentProvider
  encryption: Encryption
  publicOrigin: string
  /** Tells a seller something, in the same transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  /** Something a seller has cannot be sold, for good or for now: open payment pages for it must close too. */
  onSalesClosed: (tx: Transaction, userId: number) => Promise<void>
}

const redirectUri = ({ publicOrigin }: PaymentAccountsDeps) =>
  `${publicOrigin}/api/mercadopago/callback`

/** Opens the way to the provider's consent page: state bound to this session, PKCE. */
export async function startLink(
  deps: PaymentAccountsDeps,
  user: SessionUser,
): Promise<{ authURL: string }> {
  const state = newToken()
  const { token: codeVerifier } = newToken()
  await insertLinkAttempt(deps.db, {
    stateHash: state.tokenHash,
    sessionId: user.sessionId,
    userId: user.id,
    codeVerifier: deps.encryption.encrypt(codeVerifier),
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
  deps: PaymentAccountsDeps,
  user: SessionUser,
  { code, state }: { code?: string | undefined; state?: string | undefined },
): Promise<LinkOutcome> {
  const { db, payments, encryption } = deps
  const attempt = state
    ? await consumeLinkAttempt(db, { stateHash: hashToken(state), sessionId: user.sessionId })
    : undefined
  if (!attempt || attempt.userId !== user.id) return 'failed'
  if (!code) return 'denied'
  let tokens: SellerTokens
  try {
    tokens = await payments.exchangeCode({
      code,
      codeVerifier: encryption.decrypt(attempt.codeVerifier),
      redirectUri: redirectUri(deps),
    })
  } catch (error) {
    if (error instanceof ProviderError) return 'failed'
    throw error
  }
  return db
    .transaction(tx => saveLink(deps, tx, user.id, tokens))
    .catch((error: unknown) => {
      // Two users linking one account at the same moment: the unique index lets one in.
      if (isUniqueViolation(error)) return 'taken' as const
      throw error
    })
}

async function saveLink(
  { encryption, onSalesClosed }: PaymentAccountsDeps,
  tx: Transaction,
  userId: number,
  tokens: SellerTokens,
): Promise<LinkOutcome> {
  // The account was closed or suspended while its owner was at the provider.
  if (!(await lockOpenUser(tx, userId))) return 'failed'
  const holder = await findAccountByCollector(tx, tokens.collectorId)
  if (holder && holder.userId !== userId && holder.state === 'linked') return 'taken'
  const before = await findPaymentAccount(tx, userId)
  // Another account takes the place of the first: what was opened for that one closes, and stays readable.
  if (before?.state === 'linked' && before.collectorId !== tokens.collectorId) {
    await markNotLinked(tx, { userId }, 'unlinked')
    await onSalesClosed(tx, userId)
  }
  await saveLinkedAccount(tx, userId, tokens, encryptTokens(encryption, tokens))
  return 'linked'
}

/** State of the account, who it is at the provider, and since when. */
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

/** Whether a seller can be paid now. */
export async function canBePaid(db: Db, userId: number): Promise<boolean> {
  const account = await findPaymentAccount(db, userId)
  return account?.state === 'linked'
}

/** Stops sales. The tokens stay until the last open order is final: its payment must still be read. */
export async function unlink(deps: PaymentAccountsDeps, userId: number): Promise<void> {
  await deps.db.transaction(async tx => {
    if (await closeSeller(deps, tx, userId)) await notifyUnlinked(deps, tx, userId, 'unlinked')
  })
}

/** As `unlink`, within the caller's transaction and without a word to the seller; links being made are void. */
export async function closeSeller(
  { onSalesClosed }: PaymentAccountsDeps,
  tx: Transaction,
  userId: number,
): Promise<boolean> {
  await deleteLinkAttempts(tx, userId)
  const left = await markNotLinked(tx, { userId }, 'unlinked')
  if (left) await onSalesClosed(tx, userId)
  return left
}

/** The provider's notice about a permission given or withdrawn. */
export async function handleRevocation(
  deps: PaymentAccountsDeps,
  collectorId: string,
  action: string,
): Promise<void> {
  const account = await findAccountByCollector(deps.db, collectorId)
  if (account && action === 'application.deauthorized') await revokeAccess(deps, account, 'revoked')
}

/** The seller behind a collector id, as far as we know. */
export async function findSellerByCollector(
  { db }: PaymentAccountsDeps,
  collectorId: string,
): Promise<SellerAccount | undefined> {
  const account = await findAccountByCollector(db, collectorId)
  return account && { sellerId: account.userId, collectorId }
}
