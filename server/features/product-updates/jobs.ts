import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { announceUpdate, announceUpdateJob } from './tell-buyers.ts'

export function registerProductUpdatesJobs(worker: Worker, context: { db: Database }): void {
  worker.handle(announceUpdateJob, update => announceUpdate(context, update))
}
