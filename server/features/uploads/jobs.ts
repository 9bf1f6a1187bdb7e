import { HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { checkUpload } from './check-upload.ts'
import { expireUploads } from './end-upload.ts'
import { checkUploadJob, removeUploadJob } from './job-kinds.ts'

export function registerUploadsJobs(worker: Worker, deps: Context): void {
  const { storage } = deps
  worker.handle(checkUploadJob, ({ uploadId }) => checkUpload(deps, uploadId))
  worker.handle(removeUploadJob, async ({ uploadId, storageKey }) => {
    await storage.incoming.discard(uploadId)
    if (storageKey !== null) await storage.remove(storageKey)
  })
  worker.schedule('expire_uploads', HOUR_MS, () => expireUploads(deps))
}
