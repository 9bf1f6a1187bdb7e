import { HOUR_MS } from '#contract/core/time.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { closeCompleteMonths } from './statements/close-months.ts'

export function registerSalesJobs(worker: Worker, { db }: OrdersDeps): void {
  worker.schedule('close_statements', HOUR_MS, async () => {
    await closeCompleteMonths(db)
  })
}
