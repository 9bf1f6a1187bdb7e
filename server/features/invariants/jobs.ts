import type { Logger } from 'pino'
import { DAY_MS } from '#contract/core/time.ts'
import type { Database, Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { type InvariantsInput, checkInvariants } from './check.ts'
import { saveCheck } from './queries.ts'

const checkInvariantsJob = defineJob<Record<string, never>>('check_invariants')

/** Enqueues a check of the invariants, unless one is waiting already. */
export function enqueueCheck(db: Db): Promise<void> {
  return enqueue(db, checkInvariantsJob, {}, { dedupeKey: checkInvariantsJob.kind })
}

/** Registers the check of the invariants, which runs daily, for the first time a day after the first start. */
export function registerInvariantsJobs(
  worker: Worker,
  { db, log, ...input }: InvariantsInput & { db: Database; log: Logger },
): void {
  worker.handle(checkInvariantsJob, async () => {
    const startedAt = performance.now()
    const findings = await checkInvariants(input)
    const durationMs = Math.round(performance.now() - startedAt)
    await runTransaction(db, tx => saveCheck(tx, { durationMs, findings }))
    if (findings.length > 0) log.error({ findings }, 'invariants are violated')
  })
  worker.schedule('check_invariants', DAY_MS, () => enqueueCheck(db), { firstAfterMs: DAY_MS })
}
