import { and, eq, gt, lt } from 'drizzle-orm'
import type { OAuthChecks, ExternalSignIn } from '#server/integrations/google/external-sign-in.ts'
import type { Database } from '#server/db/client.ts'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { oauthStates } from '#server/db/schema/index.ts'
import { hashToken } from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'

/** The number of minutes in which a user must complete the sign-in at the provider. */
export const OAUTH_STATE_MINUTES = 15

/** The context where the sign-in with Google is configured. */
export interface GoogleContext extends Context {
  google: ExternalSignIn
}

/** The purpose of an OAuth flow, and the browser that started the flow. */
export interface OAuthState {
  purpose: 'sign_in' | 'link'
  /** The SHA-256 of a cookie of the browser that started the OAuth flow. */
  browserHash: string
  /** The id of the session that started to link an account; null for a sign-in. */
  sessionId: number | null
  returnTo: string
}

const secretsOwner = (stateHash: string) => nameOwner('oauth_states.encrypted_secrets', stateHash)

/**
 * Starts an OAuth flow and stores its nonce and PKCE verifier encrypted.
 * @returns the provider's URL, to which the browser is redirected
 * @throws Error if the provider does not answer; in this case nothing is stored
 */
export async function createOAuthState(
  { db, encryption, google }: GoogleContext,
  flow: OAuthState,
): Promise<string> {
  const { state, ...secrets } = google.createChecks()
  const authorizationUrl = await google.authorizationUrl({ state, ...secrets })
  const stateHash = hashToken(state)
  await db.insert(oauthStates).values({
    ...flow,
    stateHash,
    encryptedSecrets: encryption.encrypt(JSON.stringify(secrets), secretsOwner(stateHash)),
    expiresAt: new Date(Date.now() + OAUTH_STATE_MINUTES * 60_000),
  })
  return authorizationUrl
}

/** Deletes and returns a stored OAuth state, if it has not expired and was created for this browser. */
export async function consumeOAuthState(
  { db, encryption }: Context,
  state: string,
  browserHash: string,
): Promise<(OAuthState & { checks: OAuthChecks }) | undefined> {
  const [row] = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, hashToken(state)),
        eq(oauthStates.browserHash, browserHash),
        gt(oauthStates.expiresAt, new Date()),
      ),
    )
    .returning()
  if (!row) return undefined
  const secrets = JSON.parse(
    encryption.decrypt(row.encryptedSecrets, secretsOwner(row.stateHash)),
  ) as Omit<OAuthChecks, 'state'>
  return { ...row, checks: { state, ...secrets } }
}

export async function purgeOAuthStates(db: Database): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, new Date()))
}
