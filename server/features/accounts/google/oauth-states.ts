import { and, eq, gt, lt } from 'drizzle-orm'
import type { OAuthChecks, ExternalSignIn } from '#server/integrations/google/external-sign-in.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { Database } from '#server/db/client.ts'
import { oauthStates } from '#server/db/schema/index.ts'
import { hashToken } from '#server/http/session-cookie.ts'

/** How long somebody may take at the provider. */
export const OAUTH_STATE_MINUTES = 15

export interface OAuthStatesDeps {
  db: Database
  encryption: Encryption
  google: ExternalSignIn
}

/** What an attempt is for, and for whom. */
export interface OAuthState {
  purpose: 'sign_in' | 'link'
  /** SHA-256 of a cookie of the browser that began it. */
  browserHash: string
  /** Of a link: the session that began it. */
  sessionId: number | null
  returnTo: string
}

/**
 * Begins a way to the provider and back. What it is checked by stays here, encrypted.
 * @returns where to send the browser
 * @throws Error when the provider does not answer; then nothing is kept
 */
export async function createOAuthState(
  { db, encryption, google }: OAuthStatesDeps,
  attempt: OAuthState,
): Promise<string> {
  const { state, ...secrets } = google.createChecks()
  const authorizationUrl = await google.authorizationUrl({ state, ...secrets })
  await db.insert(oauthStates).values({
    ...attempt,
    stateHash: hashToken(state),
    encryptedSecrets: encryption.encrypt(JSON.stringify(secrets)),
    expiresAt: new Date(Date.now() + OAUTH_STATE_MINUTES * 60_000),
  })
  return authorizationUrl
}

/** Takes an attempt, once, if it is this browser's and not too old. */
export async function consumeOAuthState(
  { db, encryption }: OAuthStatesDeps,
  state: string,
  browserHash: string,
): Promise<(OAuthState & { checks: OAuthChecks }) | undefined> {
  const [taken] = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, hashToken(state)),
        eq(oauthStates.browserHash, browserHash),
        gt(oauthStates.expiresAt, new Date()),
      ),
    )
    .returning()
  if (!taken) return undefined
  const secrets = JSON.parse(encryption.decrypt(taken.encryptedSecrets)) as Omit<
    OAuthChecks,
    'state'
  >
  return { ...taken, checks: { state, ...secrets } }
}

export async function purgeOAuthStates(db: Database): Promise<void> {
  await db.delete(oauthStates).where(lt(oauthStates.expiresAt, new Date()))
}
