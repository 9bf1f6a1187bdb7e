import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'

/**
 * A kind of work that happens after its transaction has committed, at least once. Its handler is wired
 * in `app.ts` and must bear being run twice.
 */
export interface JobDefinition<P> {
  kind: string
  maxAttempts: number
  /** Only for the compiler. */
  payload?: P
}

/** Tries for what must get through a long outage of the other side: hourly for some four days. */
export const LONG_OUTAGE_ATTEMPTS = 110

/** `maxAttempts` tries with growing pauses (1 s doubling to 1 h), then the job is dead until a person retries it. */
export function defineJob<P>(
  kind: string,
  { maxAttempts = 12 }: { maxAttempts?: number } = {},
): JobDefinition<P> {
  return { kind, maxAttempts }
}

/**
 * Writes a job in the caller's transaction: it exists exactly if what else was written does.
 * @param dedupeKey while a job with this key waits, another one is not added
 */
export async function enqueue<P>(
  tx: Db,
  { kind, maxAttempts }: JobDefinition<P>,
  payload: P,
  { runAt = new Date(), dedupeKey }: { runAt?: Date; dedupeKey?: string } = {},
): Promise<void> {
  await tx
    .insert(jobs)
    .values({ kind, maxAttempts, payload: payload ?? {}, runAt, dedupeKey: dedupeKey ?? null })
    .onConflictDoNothing({ target: jobs.dedupeKey })
}

/** Puts one dead job back in line. False where it is not dead. */
export async function retryDeadJob(db: Db, id: number): Promise<boolean> {
  const revived = await db
    .update(jobs)
    .set({ state: 'waiting', attempts: 0, runAt: sql`now()`, finishedAt: null })
    .where(sql`${jobs.id} = ${id} and ${jobs.state} = 'dead'`)
    .returning({ id: jobs.id })
  return revived.length > 0
}

/** Puts dead jobs back in line. Returns how many. */
export async function retryDeadJobs(db: Db): Promise<number> {
  const revived = await db
    .update(jobs)
    .set({ state: 'waiting', attempts: 0, runAt: sql`now()`, finishedAt: null })
    .where(sql`${jobs.state} = 'dead'`)
    .returning({ id: jobs.id })
  return revived.length
}
