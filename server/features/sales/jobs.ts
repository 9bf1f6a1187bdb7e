import { HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { closeCompleteMonths } from './statements/close-months.ts'
import { mailStatements } from './statements/mail-statements.ts'

export function registerSalesJobs(worker: Worker, context: Context): void {
  // What is complete is closed first, so that the email says that it is final.
  worker.schedule('close_statements', HOUR_MS, async () => {
    await closeCompleteMonths(context.db)
    await mailStatements(context)
  })
}
