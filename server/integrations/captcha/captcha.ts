import { createHash } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { CaptchaAction } from '#contract/core/endpoint.ts'
import type { Db } from '#server/db/client.ts'
import { usedCaptchas } from '#server/db/schema/index.ts'

/** A captcha provider. If verification fails for any reason, the token is rejected. */
export interface Captcha {
  /** Returns the data that a browser needs to solve a captcha for `action`. */
  challenge(action: string): Promise<Record<string, unknown>>
  /** Tells whether `token` is valid for `action`. Each token is accepted only once. */
  verify(token: string | undefined, action: CaptchaAction, ip: string): Promise<boolean>
}

/**
 * Records for all processes that a captcha answer was used.
 * @returns false if the answer was used before
 */
export async function markCaptchaUsed(db: Db, answer: string, expiresAt: Date): Promise<boolean> {
  const digest = createHash('sha256').update(answer).digest('base64url')
  const insertedRows = await db
    .insert(usedCaptchas)
    .values({ digest, expiresAt })
    .onConflictDoNothing()
    .returning({ digest: usedCaptchas.digest })
  return insertedRows.length === 1
}

/** Deletes the records of expired captcha answers. */
export async function purgeUsedCaptchas(db: Db): Promise<void> {
  await db.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, sql`now()`))
}
