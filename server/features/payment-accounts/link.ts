import { createHash } from 'node:crypto'
import type { LinkOutcome } from '#contract/payment-accounts.ts'
import { ProviderError, type SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import type { Transaction } from '#server/db/client.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { lockOpenUser } from '#server/db/lock-user.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import { hashToken, generateToken } from '#server/http/session-cookie.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { Context } from '#server/context.ts'
import {
  consumeLinkAttempt,
  findAccountByCollector,
  findPaymentAccount,
  insertLinkAttempt,
  markNotLinked,
  saveLinkedAccount,
} from './queries.ts'
import { cancelWaitingAccount, hasBeenPaid } from './replacement/queries.ts'
import { startReplacement } from './replacement/replacement.ts'
import { encryptTokens } from './tokens.ts'

const LINK_MINUTES = 15

const redirectUri = ({ config: { publicOrigin } }: Context) =>
  `${publicOrigin}/api/mercadopago/callback`

const verifierOwner = (stateHash: string) => nameOwner('link_attempts.code_verifier', stateHash)

/**
 * Starts linking a payment account.
 * @returns the URL of the provider's consent page, with a PKCE challenge and a state that belongs to the session
 */
export async function startAccountLink(
  context: Context,
  user: SessionUser,
): Promise<{ authURL: string }> {
  const state = generateToken()
  const { token: codeVerifier } = generateToken()
  await insertLinkAttempt(context.db, {
    stateHash: state.tokenHash,
    sessionId: user.sessionId,
    userId: user.id,
    codeVerifier: context.encryption.encrypt(codeVerifier, verifierOwner(state.tokenHash)),
    expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000),
  })
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  return {
    authURL: context.provider.authorizationUrl({
      state: state.token,
      codeChallenge,
      redirectUri: redirectUri(context),
    }),
  }
}

/**
 * Completes the linking of a payment account when the provider redirects back. Every expected failure is returned as an
 * outcome, which the profile page shows.
 */
export async function finishAccountLink(
  context: Context,
  user: SessionUser,
  { code, state }: { code?: string | undefined; state?: string | undefined },
  client: RequestClient,
): Promise<LinkOutcome> {
  const { db, provider, encryption } = context
  const attempt = state
    ? await consumeLinkAttempt(db, { stateHash: hashToken(state), sessionId: user.sessionId })
    : undefined
  if (!attempt || attempt.userId !== user.id) return 'failed'
  if (!code) return 'denied'
  let tokens: SellerTokens
  try {
    tokens = await provider.exchangeCode({
      code,
      codeVerifier: encryption.decrypt(attempt.codeVerifier, verifierOwner(attempt.stateHash)),
      redirectUri: redirectUri(context),
    })
    const account = await provider.readAccount(tokens.accessToken)
    if (account.currency !== context.config.currency) return 'other_country'
    if (context.config.mercadoPago.liveMode && (account.isTestAccount || !tokens.liveMode))
      return 'test_account'
  } catch (error) {
    if (error instanceof ProviderError) return 'failed'
    throw error
  }
  return runTransaction(db, tx => saveLink(context, tx, user.id, tokens, client)).catch(
    (error: unknown) => {
      // If two users link the same account simultaneously, the unique index accepts only the first one.
      if (isUniqueViolation(error)) return 'taken' as const
      throw error
    },
  )
}

async function saveLink(
  context: Context,
  tx: Transaction,
  userId: number,
  tokens: SellerTokens,
  client: RequestClient,
): Promise<LinkOutcome> {
  // The user's account may have been suspended or closed while the user was on the provider's page.
  if (!(await lockOpenUser(tx, userId, 'no key update'))) return 'failed'
  const owner = await findAccountByCollector(tx, tokens.collectorId)
  if (owner && owner.userId !== userId && owner.state === 'linked') return 'taken'
  const previousAccount = await findPaymentAccount(tx, userId)
  const { collectorId } = tokens
  const isAnother = previousAccount !== undefined && previousAccount.collectorId !== collectorId
  // A seller who has just recovered the access by email may have to remove a stranger's account at once.
  const mustWait =
    isAnother &&
    previousAccount.state !== 'unconfirmed' &&
    (previousAccount.state === 'linked' || (await hasBeenPaid(tx, userId)))
  if (mustWait) {
    return startReplacement(context, tx, previousAccount, tokens, client)
  }
  await cancelWaitingAccount(tx, userId)
  if (isAnother) await markNotLinked(tx, { userId }, 'unlinked')
  await saveLinkedAccount(
    tx,
    userId,
    tokens,
    encryptTokens(context.encryption, { userId, collectorId }, tokens),
  )
  await context.onSalesOpened(tx, userId)
  await context.recordSecurityEvent(tx, userId, 'payment_account_linked', client, {
    collectorId,
    ...(previousAccount && { previousCollectorId: previousAccount.collectorId }),
  })
  return 'linked'
}
