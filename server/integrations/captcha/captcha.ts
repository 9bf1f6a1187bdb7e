import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { CaptchaAction } from '#contract/core/endpoint.ts'
import type { Db } from '#server/db/client.ts'
import { usedCaptchas } from '#server/db/schema/index.ts'

/** Tells people from scripts. Fails closed: whatever goes wrong, the answer is no. */
export interface Captcha {
  /** What a browser needs to solve a captcha for `action`. */
  challenge(action: string): Promise<Record<string, unknown>>
  /** Whether `token` is a fresh answer for `action`; a token is good once. */
  verify(token: string | undefined, action: CaptchaAction, ip: string): Promise<boolean>
}

/** Remembers an answer as used, for every process. False where it was used before. */
export async function markCaptchaUsed(db: Db, answer: string, expiresAt: Date): Promise<boolean> {
  const digest = createHash('sha256').update(answer).digest('base64url')
  const first = await db
    .insert(usedCaptchas)
    .values({ digest, expiresAt })
    .onConflictDoNothing()
    .returning({ digest: usedCaptchas.digest })
  return first.length === 1
}

/** Forgets answers that would be refused as expired. */
export async function purgeUsedCaptchas(db: Db): Promise<void> {
  await db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, sql`now()`))
}
