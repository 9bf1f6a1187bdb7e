import { desc, lt, sql } from 'drizzle-orm'
import { daysAgo } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import { type ProcessActivity, processes } from '#server/db/schema/index.ts'

export type ProcessRow = typeof processes.$inferSelect & {
  /** For how many seconds the process has not renewed its row, by the database's clock. */
  silentSeconds: number
}

/** Times of the last events are wanted for this long, also those of processes that have ended. */
const KEEP_DAYS = 7

/** Inserts the row of a process, or renews it. */
export async function saveProcess(
  db: Database,
  process: Pick<ProcessRow, 'id' | 'role' | 'host' | 'version'> & { activity: ProcessActivity },
  isStopping: boolean,
): Promise<void> {
  const changes = {
    activity: process.activity,
    seenAt: sql`now()`,
    stoppedAt: isStopping ? sql`now()` : null,
  }
  await db
    .insert(processes)
    .values({ ...process, ...changes })
    .onConflictDoUpdate({ target: processes.id, set: changes })
}

/** A process that ends again and again leaves many rows, of which the latest say enough. */
const MAX_ROWS = 200

/** Finds the processes of the last days, the one that was seen last first. */
export async function findProcesses(db: Database): Promise<ProcessRow[]> {
  const rows = await db
    .select({
      process: processes,
      silentSeconds: sql<number>`extract(epoch from now() - ${processes.seenAt})::float8`,
    })
    .from(processes)
    .orderBy(desc(processes.seenAt), processes.id)
    .limit(MAX_ROWS)
  return rows.map(({ process, silentSeconds }) => ({ ...process, silentSeconds }))
}

/** Deletes the rows of processes that ended days ago. */
export async function purgeProcesses(db: Database): Promise<void> {
  const before = daysAgo(KEEP_DAYS)
  await db.delete(processes).where(lt(processes.seenAt, before))
}
