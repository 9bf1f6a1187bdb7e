import { HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { deleteEmptyDrafts } from './publishing/empty-drafts.ts'
import { publishDue } from './publishing/publish.ts'

const PUBLICATION_SCHEDULE_MS = 60_000

export function registerProductsJobs(worker: Worker, context: Context): void {
  worker.schedule('publish_due', PUBLICATION_SCHEDULE_MS, () => publishDue(context))
  worker.schedule('delete_empty_drafts', HOUR_MS, () => deleteEmptyDrafts(context))
}
