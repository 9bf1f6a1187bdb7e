import { HOUR_MS } from '#contract/core/time.ts'
import { getMonth } from '#contract/sales/months.ts'
import type { Database } from '#server/db/client.ts'
import { readSnapshot } from '#server/db/transaction.ts'
import { findCompleteMonths, insertFinalStatement } from './close-queries.ts'
import { digestStatement } from './digest.ts'
import { readSections } from './statement.ts'

/** How many statements are looked for at once. */
const BATCH_SIZE = 200

/**
 * Makes the statements final that are complete. They have the entries that were appended until an hour ago: the time of
 * an entry is that at which its transaction began, and none lasts for an hour, so these are all there. A restart
 * continues where the last run ended.
 * @returns how many statements became final
 */
export async function closeCompleteMonths(db: Database, now = new Date()): Promise<number> {
  const closedUntil = new Date(now.getTime() - HOUR_MS)
  for (let closed = 0; ;) {
    const months = await findCompleteMonths(db, { closedUntil, limit: BATCH_SIZE })
    for (const { sellerId, month } of months) await closeMonth(db, { sellerId, month, closedUntil })
    closed += months.length
    if (months.length < BATCH_SIZE) return closed
  }
}

async function closeMonth(
  db: Database,
  { sellerId, month, closedUntil }: { sellerId: number; month: string; closedUntil: Date },
): Promise<void> {
  const key = { ...getMonth(month), sellerId, closedUntil }
  const sections = await readSnapshot(db, tx => readSections(tx, key, closedUntil))
  const digest = digestStatement({ sellerId, month, closedUntil, sections })
  // Outside of the snapshot, the statement of another process that did the same is no conflict.
  await insertFinalStatement(db, { sellerId, month, closedUntil, sections, digest })
}
