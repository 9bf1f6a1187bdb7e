import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { webhookEvents } from '#server/db/schema/index.ts'

const PROCESSED_KEPT_DAYS = 90

/** Stores a webhook event. @returns its id, or undefined if the same event was stored before */
export async function insertWebhookEvent(
  tx: Db,
  event: typeof webhookEvents.$inferInsert,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id })
  return row?.id
}

export async function findWebhookEvent(db: Db, id: number) {
  const [event] = await selectWebhookEvent(db).execute({ id })
  return event
}

const selectWebhookEvent = prepareOnce(db =>
  db
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.id, sql.placeholder('id')))
    .prepare('webhook_event'),
)

export async function markWebhookEventProcessed(
  db: Db,
  id: number,
  outcome: string,
): Promise<void> {
  await updateProcessedEvent(db).execute({ id, outcome })
}

const updateProcessedEvent = prepareOnce(db =>
  db
    .update(webhookEvents)
    .set({ processedAt: sql`now()`, outcome: sql`${sql.placeholder('outcome')}` })
    .where(eq(webhookEvents.id, sql.placeholder('id')))
    .prepare('webhook_event_processed'),
)

/** Deletes webhook events that were processed more than 90 days ago. */
export async function purgeWebhookEvents(db: Db, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - PROCESSED_KEPT_DAYS * DAY_MS)
  await deleteInBatches(
    db,
    webhookEvents,
    and(isNotNull(webhookEvents.processedAt), lt(webhookEvents.processedAt, before)),
  )
}
