import { and, isNotNull, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { linkAttempts, webhookEvents } from '#server/db/schema/index.ts'

const KEEP_NOTICES_DAYS = 90

/**
 * Drops rows whose time is over: links to the payment provider that were begun and never finished, notices that were
 * acted on long ago.
 */
export async function purgeStale(db: Db, now = new Date()): Promise<void> {
  await db.delete(linkAttempts).where(lt(linkAttempts.expiresAt, now))
  const longAgo = new Date(now.getTime() - KEEP_NOTICES_DAYS * 86_400_000)
  await db
    .delete(webhookEvents)
    .where(and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.processedAt, longAgo)))
}
