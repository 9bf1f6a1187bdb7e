import { HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { checkUpload } from './check-upload.ts'
import { expireUploads } from './end-upload.ts'
import { checkUploadJob, removeUploadJob } from './job-kinds.ts'

export function registerUploadsJobs(worker: Worker, context: Context): void {
  const { storage } = context
  worker.handle(checkUploadJob, ({ uploadId }) => checkUpload(context, uploadId))
  worker.handle(removeUploadJob, async ({ uploadId, storageKey }) => {
    await storage.incoming.discard(uploadId)
    if (storageKey !== null) await storage.remove(storageKey)
  })
  worker.schedule('expire_uploads', HOUR_MS, () => expireUploads(context))
}
