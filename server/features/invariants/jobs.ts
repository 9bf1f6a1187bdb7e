import type { Logger } from 'pino'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Database, Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { type InvariantsInput, checkInvariants } from './check.ts'
import { findLastCheck, findLastCompleteCheck, saveCheck } from './queries.ts'
import { decideStart } from './start.ts'

const checkInvariantsJob = defineJob<{ isComplete?: boolean }>('check_invariants')

/** Enqueues the daily check of the invariants, unless one is waiting already. */
export function enqueueCheck(db: Db): Promise<void> {
  return enqueue(db, checkInvariantsJob, {}, { dedupeKey: checkInvariantsJob.kind })
}

/** Enqueues a check that examines all orders, unless one is waiting already. */
export function enqueueCompleteCheck(db: Db): Promise<void> {
  const dedupeKey = `${checkInvariantsJob.kind}:complete`
  return enqueue(db, checkInvariantsJob, { isComplete: true }, { dedupeKey })
}

/**
 * Enqueues a check that examines all orders in an hour, unless one is waiting already. By then the processes that an
 * upgrade replaces have stopped, which may not know all rules.
 */
export function enqueueCheckAfterMigration(db: Db): Promise<void> {
  const dedupeKey = `${checkInvariantsJob.kind}:migration`
  const runAt = new Date(Date.now() + HOUR_MS)
  return enqueue(db, checkInvariantsJob, { isComplete: true }, { dedupeKey, runAt })
}

/** Registers the check of the invariants, which runs daily, for the first time a day after the first start. */
export function registerInvariantsJobs(
  worker: Worker,
  { db, log, ...input }: InvariantsInput & { db: Database; log: Logger },
): void {
  worker.handle(checkInvariantsJob, async ({ isComplete = false }) => {
    const lastCheck = await findLastCheck(db)
    const changedSince = isComplete
      ? undefined
      : decideStart({ lastCheck, lastCompleteCheck: await findLastCompleteCheck(db) })
    const startedAt = performance.now()
    const findings = await checkInvariants({ ...input, changedSince })
    const durationMs = Math.round(performance.now() - startedAt)
    await runTransaction(db, async tx => {
      // What another check has found meanwhile in an order that did not change must stay the last result.
      if (changedSince && (await findLastCheck(tx))?.id !== lastCheck?.id) return
      await saveCheck(tx, { durationMs, findings, isComplete: !changedSince })
    })
    if (findings.length > 0) log.error({ findings }, 'invariants are violated')
  })
  worker.schedule('check_invariants', DAY_MS, () => enqueueCheck(db), { firstAfterMs: DAY_MS })
}
