import { and, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orders } from '#server/db/schema/index.ts'

/** Orders whose moment to ask the provider has come. */
export function findOrdersDueForCheck(tx: Db, limit: number) {
  return tx
    .select({ id: orders.id, createdAt: orders.createdAt, checks: orders.checks })
    .from(orders)
    .where(lte(orders.nextCheckAt, new Date()))
    .orderBy(orders.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true })
}

export async function scheduleCheck(
  tx: Db,
  orderId: string,
  checks: number,
  nextCheckAt: Date | null,
): Promise<void> {
  await tx.update(orders).set({ checks, nextCheckAt }).where(eq(orders.id, orderId))
}

/** True at most once in `seconds`, for one order that may still change. */
export async function claimBuyerCheck(db: Db, orderId: string, seconds: number): Promise<boolean> {
  const before = new Date(Date.now() - seconds * 1000)
  const taken = await db
    .update(orders)
    .set({ askedAt: new Date() })
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.state, ['open', 'expired', 'review']),
        or(isNull(orders.askedAt), lt(orders.askedAt, before)),
      ),
    )
    .returning({ id: orders.id })
  return taken.length > 0
}
