import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { DAY_MS } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { invariantChecks, orders } from '#server/db/schema/index.ts'
import { MAX_IDS } from './findings.ts'

export type InvariantCheck = typeof invariantChecks.$inferSelect

const KEEP_MS = 90 * DAY_MS

/** Stores the result of a check, and deletes results that are older than 90 days. */
export async function saveCheck(
  tx: Db,
  check: Pick<InvariantCheck, 'durationMs' | 'findings' | 'isComplete'>,
): Promise<void> {
  await tx.insert(invariantChecks).values(check)
  await tx.delete(invariantChecks).where(lt(invariantChecks.at, new Date(Date.now() - KEEP_MS)))
}

export async function findLastCheck(db: Db): Promise<InvariantCheck | undefined> {
  const [check] = await db.select().from(invariantChecks).orderBy(desc(invariantChecks.at)).limit(1)
  return check
}

/** Finds the last check that examined all orders. */
export async function findLastCompleteCheck(db: Db): Promise<InvariantCheck | undefined> {
  const [check] = await db
    .select()
    .from(invariantChecks)
    .where(eq(invariantChecks.isComplete, true))
    .orderBy(desc(invariantChecks.at))
    .limit(1)
  return check
}

/** Counts the paid orders whose downloads a seller or the scanner has closed, and finds the numbers of the newest. */
export async function findClosedOrders(
  db: Db,
  by: 'seller' | 'scanner',
): Promise<{ count: number; orderNumbers: string[] }> {
  const isClosed = and(
    isNotNull(orders.accessClosedAt),
    eq(orders.state, 'approved'),
    eq(orders.accessClosedBy, by),
  )
  const newest = await db
    .select({ number: orders.number })
    .from(orders)
    .where(isClosed)
    .orderBy(desc(orders.accessClosedAt))
    .limit(MAX_IDS)
  return { count: await db.$count(orders, isClosed), orderNumbers: newest.map(row => row.number) }
}
