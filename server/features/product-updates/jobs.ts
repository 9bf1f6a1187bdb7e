import type { Database } from '#server/db/client.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { announceUpdate, announceUpdateJob } from './tell-buyers.ts'

export function registerProductUpdatesJobs(worker: Worker, deps: { db: Database }): void {
  worker.handle(announceUpdateJob, update => announceUpdate(deps, update))
}
