import { type SQL, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

/** The number of rows that one statement deletes, which takes far less than the statement timeout. */
const BATCH = 5000

/**
 * Deletes all rows that fulfil a condition, in batches that are committed one by one. A single statement would exceed
 * the statement timeout after a long pause, and its table would then grow for ever.
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable & { id: PgColumn },
  condition: SQL | undefined,
): Promise<void> {
  for (;;) {
    const batch = db.select({ id: table.id }).from(table).where(condition).limit(BATCH)
    const deleted = await db
      .delete(table)
      .where(inArray(table.id, batch))
      .returning({ one: sql`1` })
    if (deleted.length < BATCH) return
  }
}
