import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { webhookEvents } from '#server/db/schema/index.ts'

/** False where the same notice was stored before. */
export async function insertWebhookEvent(
  tx: Db,
  notice: typeof webhookEvents.$inferInsert,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(webhookEvents)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: webhookEvents.id })
  return row?.id
}

export async function findWebhookEvent(db: Db, id: number) {
  const [notice] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id))
  return notice
}

export async function markWebhookEventProcessed(
  db: Db,
  id: number,
  outcome: string,
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ processedAt: new Date(), outcome })
    .where(eq(webhookEvents.id, id))
}
