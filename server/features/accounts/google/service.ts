import * as z from 'zod/mini'
import type { GoogleOutcome } from '#contract/accounts/google.ts'
import { Email } from '#contract/core/fields.ts'
import type { Locale } from '#messages/runtime'
import {
  type ExternalIdentity,
  SignInDeniedError,
} from '#server/integrations/google/external-sign-in.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { SessionUser } from '#server/http/hooks/guards.ts'
import type { Context } from '#server/context.ts'
import type { ClientInfo } from '../client-info.ts'
import { type SignInOutcome, startSessionOrSecondStep } from '../sign-in/sign-in.ts'
import { type GoogleContext, consumeOAuthState } from './oauth-states.ts'
import { findUserByEmail } from '../queries.ts'
import { isReservedAddress } from '../reserved-addresses.ts'
import { findUserByIdentity, unlinkIdentity } from './identities.ts'
import { findOrCreateAccount, linkIdentity } from './account-linking.ts'
import { recordSecurityEvent } from '../security-events/record.ts'

/**
 * The result of an OAuth callback: the URL to redirect the browser to and, after a sign-in, the new session or the
 * second step that must come first.
 */
export interface CallbackResult {
  redirectTo: string
  signedIn?: SignInOutcome
  /** Why the account is suspended; undefined unless the sign-in was refused for that and a reason is known. */
  suspensionReason?: string
}

const redirectWithOutcome = (
  purpose: 'sign_in' | 'link',
  outcome: GoogleOutcome,
): CallbackResult => ({
  redirectTo: `${purpose === 'link' ? '/dashboard/security' : '/login'}?google=${outcome}`,
})

/**
 * Completes an OAuth flow. If the provider reports a failure, the result redirects with the failure in the query string
 * instead of throwing an error.
 */
export async function handleCallback(
  context: GoogleContext,
  { query, state, browserHash }: { query: string; state?: string; browserHash?: string },
  viewer: SessionUser | undefined,
  locale: Locale,
  client: ClientInfo,
): Promise<CallbackResult> {
  const flow =
    state && browserHash ? await consumeOAuthState(context, state, browserHash) : undefined
  if (!flow) return redirectWithOutcome(viewer ? 'link' : 'sign_in', 'failed')
  const { purpose, checks, sessionId, returnTo } = flow
  const identity = await context.google.exchangeCode(query, checks).catch((error: unknown) => {
    if (error instanceof SignInDeniedError) return 'denied' as const
    // Only the error's name is logged: its message may contain secrets of the request.
    const { name } = error instanceof Error ? error : { name: typeof error }
    context.log.warn({ fault: name }, 'external sign-in failed')
    return 'failed' as const
  })
  if (identity === 'denied' || identity === 'failed') return redirectWithOutcome(purpose, identity)
  const email = z.safeParse(Email, identity.email)
  if (!email.success || isReservedAddress(email.data, context.config))
    return redirectWithOutcome(purpose, 'failed')
  const normalizedIdentity = { ...identity, email: email.data }

  if (purpose === 'link') {
    if (!viewer || viewer.sessionId !== sessionId) return redirectWithOutcome(purpose, 'failed')
    return redirectWithOutcome(
      purpose,
      await retryOnConflict(context, tx =>
        linkIdentity(context, tx, viewer.id, normalizedIdentity, client),
      ),
    )
  }
  const outcome = await retryOnConflict(context, tx =>
    signIn(context, tx, normalizedIdentity, locale, client),
  )
  if (outcome === 'suspended')
    return {
      ...redirectWithOutcome(purpose, outcome),
      ...(await findSuspensionReason(context, normalizedIdentity)),
    }
  if (typeof outcome === 'string') return redirectWithOutcome(purpose, outcome)
  const { isVerified, signedIn } = outcome
  if ('stepToken' in signedIn) {
    const query = new URLSearchParams({ returnTo }).toString()
    return { redirectTo: `/login/second-step?${query}`, signedIn }
  }
  return { redirectTo: isVerified ? returnTo : '/notverified', signedIn }
}

/** Returns why an account is suspended, if the identity proves that its owner asks. */
async function findSuspensionReason(
  { db }: Context,
  identity: ExternalIdentity,
): Promise<{ suspensionReason?: string }> {
  const linked = await findUserByIdentity(db, identity)
  const user =
    linked?.user ??
    (identity.isAuthoritative ? await findUserByEmail(db, identity.email) : undefined)
  return user?.suspensionReason ? { suspensionReason: user.suspensionReason } : {}
}

async function signIn(
  context: Context,
  tx: Transaction,
  identity: ExternalIdentity,
  locale: Locale,
  client: ClientInfo,
) {
  const user = await findOrCreateAccount(context, tx, identity, locale, client)
  if (typeof user === 'string') return user
  return {
    isVerified: user.verifiedAt !== null,
    signedIn: await startSessionOrSecondStep(context, tx, user, client),
  }
}

/**
 * Retries a transaction after a conflict. If a new user's sign-in causes two callbacks at once, the retried one finds
 * the account that the other has created.
 */
async function retryOnConflict<T>(
  { db }: Context,
  transaction: (tx: Transaction) => Promise<T | GoogleOutcome>,
): Promise<T | GoogleOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await runTransaction(db, transaction).catch((error: unknown) => {
      if (isUniqueViolation(error)) return 'failed' as const
      throw error
    })
    if (outcome !== 'failed' || attempt === 2) return outcome
  }
}

/**
 * Unlinks the user's Google account.
 * @throws ApiError ERROR_USER_NOT_AUTHORIZED with 409 if the account has no password, since its owner could no longer
 * sign in
 */
export async function unlinkGoogle(
  context: Context,
  { id }: SessionUser,
  client: ClientInfo,
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const unlinked = await unlinkIdentity(tx, id)
    if (!unlinked) throw new ApiError('ERROR_USER_NOT_AUTHORIZED', 'no password', { status: 409 })
    for (const googleEmail of unlinked.deletedEmails)
      await recordSecurityEvent(context, tx, id, 'google_unlinked', client, { googleEmail })
  })
}
