import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import {
  enqueueDueReconciliations,
  reconcileAccount,
  reconcileAccountJob,
} from './reconcile-account.ts'

/**
 * With the batch of `enqueueDueReconciliations`, 144,000 accounts are enqueued a day at most. Their lane reconciles
 * them one after another.
 */
const DUE_ACCOUNTS_INTERVAL_MS = 60_000

export function registerReconciliationJobs(worker: Worker, context: Context): void {
  worker.handle(reconcileAccountJob, ({ accountId }) => reconcileAccount(context, accountId))
  worker.schedule('reconcile_accounts', DUE_ACCOUNTS_INTERVAL_MS, () =>
    enqueueDueReconciliations(context),
  )
}
