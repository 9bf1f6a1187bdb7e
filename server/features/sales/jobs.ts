import { HOUR_MS } from '#contract/core/time.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { closeCompleteMonths } from './statements/close-months.ts'
import { mailStatements } from './statements/mail-statements.ts'

export function registerSalesJobs(worker: Worker, deps: OrdersDeps): void {
  // What is complete is closed first, so that the email says that it is final.
  worker.schedule('close_statements', HOUR_MS, async () => {
    await closeCompleteMonths(deps.db)
    await mailStatements(deps)
  })
}
