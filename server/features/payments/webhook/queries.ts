import { eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { paymentNotices } from '#server/db/schema/index.ts'

/** False where the same notice was stored before. */
export async function insertNotice(
  tx: Db,
  notice: typeof paymentNotices.$inferInsert,
): Promise<number | undefined> {
  const [row] = await tx
    .insert(paymentNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: paymentNotices.id })
  return row?.id
}

export async function findNotice(db: Db, id: number) {
  const [notice] = await db.select().from(paymentNotices).where(eq(paymentNotices.id, id))
  return notice
}

export async function closeNotice(db: Db, id: number, outcome: string): Promise<void> {
  await db
    .update(paymentNotices)
    .set({ processedAt: new Date(), outcome })
    .where(eq(paymentNotices.id, id))
}
