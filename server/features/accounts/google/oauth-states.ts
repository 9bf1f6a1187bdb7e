import { and, eq, gt, lt } from 'drizzle-orm'
import type { Checks, ExternalSignIn } from '#server/integrations/google/external-sign-in.ts'
import type { Seal } from '#server/integrations/encryption.ts'
import type { Database } from '#server/db/client.ts'
import { signInAttempts } from '#server/db/schema/index.ts'
import { hashToken } from '#server/http/session-cookie.ts'

/** How long somebody may take at the provider. */
export const ATTEMPT_MINUTES = 15

export interface AttemptsDeps {
  db: Database
  seal: Seal
  google: ExternalSignIn
}

/** What an attempt is for, and for whom. */
export interface Attempt {
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
export async function beginAttempt(
  { db, seal, google }: AttemptsDeps,
  attempt: Attempt,
): Promise<string> {
  const { state, ...secrets } = google.newChecks()
  const authorizationUrl = await google.authorizationUrl({ state, ...secrets })
  await db.insert(signInAttempts).values({
    ...attempt,
    stateHash: hashToken(state),
    sealed: seal.seal(JSON.stringify(secrets)),
    expiresAt: new Date(Date.now() + ATTEMPT_MINUTES * 60_000),
  })
  return authorizationUrl
}

/** Takes an attempt, once, if it is this browser's and not too old. */
export async function takeAttempt(
  { db, seal }: AttemptsDeps,
  state: string,
  browserHash: string,
): Promise<(Attempt & { checks: Checks }) | undefined> {
  const [taken] = await db
    .delete(signInAttempts)
    .where(
      and(
        eq(signInAttempts.stateHash, hashToken(state)),
        eq(signInAttempts.browserHash, browserHash),
        gt(signInAttempts.expiresAt, new Date()),
      ),
    )
    .returning()
  if (!taken) return undefined
  const secrets = JSON.parse(seal.open(taken.sealed)) as Omit<Checks, 'state'>
  return { ...taken, checks: { state, ...secrets } }
}

export async function purgeAttempts(db: Database): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, new Date()))
}
