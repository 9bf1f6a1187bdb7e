import { and, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { passkeyChallenges } from '#server/db/schema/index.ts'

/** The minutes for which a challenge is valid. */
const CHALLENGE_MINUTES = 10

/**
 * Names who may use a challenge and for what: the browser that signs in, the second step of a sign-in, or the session
 * that adds a passkey or confirms an identity.
 */
export type ChallengeBinding =
  | `browser:${string}`
  | `step:${string}`
  | `add:${number}`
  | `confirm:${number}`

/** @param userHandle the id of the user at authenticators, for a challenge that adds a passkey */
export async function saveChallenge(
  db: Db,
  challenge: string,
  boundTo: ChallengeBinding,
  userHandle = '',
): Promise<void> {
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000)
  await db.insert(passkeyChallenges).values({ challenge, boundTo, userHandle, expiresAt })
}

/**
 * Deletes a challenge and returns its user handle. If it is not valid, or another call was faster, the result is
 * undefined.
 */
export async function consumeChallenge(
  db: Db,
  challenge: string,
  boundTo: ChallengeBinding,
): Promise<string | undefined> {
  const [consumed] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.boundTo, boundTo),
        gt(passkeyChallenges.expiresAt, new Date()),
      ),
    )
    .returning({ userHandle: passkeyChallenges.userHandle })
  return consumed?.userHandle
}

export async function purgePasskeyChallenges(db: Db): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, new Date()))
}
