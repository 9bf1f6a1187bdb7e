import { desc, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { invariantChecks } from '#server/db/schema/index.ts'

export type InvariantCheck = typeof invariantChecks.$inferSelect

const KEEP_MS = 90 * 86_400_000

/** Stores the result of a check, and deletes results that are older than 90 days. */
export async function saveCheck(
  tx: Db,
  check: Pick<InvariantCheck, 'durationMs' | 'findings'>,
): Promise<void> {
  await tx.insert(invariantChecks).values(check)
  await tx.delete(invariantChecks).where(lt(invariantChecks.at, new Date(Date.now() - KEEP_MS)))
}

export async function findLastCheck(db: Db): Promise<InvariantCheck | undefined> {
  const [check] = await db.select().from(invariantChecks).orderBy(desc(invariantChecks.at)).limit(1)
  return check
}
