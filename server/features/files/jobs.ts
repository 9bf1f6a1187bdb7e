import { HOUR_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { removeFileJob, removeImagesJob, scanFileJob } from './job-kinds.ts'
import { countPagesJob } from './pdf-pages/job.ts'
import { storePdfPages } from './pdf-pages/pdf-pages.ts'
import { cutSampleJob } from './samples/job.ts'
import { enqueueMissingSamples, renewSample } from './samples/renew-sample.ts'
import { enqueueMissingScans, scanFile } from './scans/file-scans.ts'
import { checkUpload } from './uploads/check-upload.ts'
import { expireUploads } from './uploads/end-upload.ts'
import { checkUploadJob, removeUploadJob } from './uploads/job-kinds.ts'

const SCAN_SCHEDULE_MS = 10 * 60_000
const SAMPLE_SCHEDULE_MS = 10 * 60_000

export function registerFilesJobs(worker: Worker, context: Context): void {
  const { storage } = context
  worker.handle(checkUploadJob, ({ uploadId }) => checkUpload(context, uploadId))
  worker.handle(removeUploadJob, async ({ uploadId, storageKey }) => {
    await storage.incoming.discard(uploadId)
    if (storageKey !== null) await storage.remove(storageKey)
  })
  worker.schedule('expire_uploads', HOUR_MS, () => expireUploads(context))
  worker.handle(countPagesJob, ({ storageKey }) => storePdfPages(context, storageKey))
  worker.handle(scanFileJob, ({ fileId }) => scanFile(context, fileId))
  worker.schedule('enqueue_scans', SCAN_SCHEDULE_MS, () => enqueueMissingScans(context))
  worker.handle(cutSampleJob, ({ slotId }) => renewSample(context, slotId))
  worker.schedule('enqueue_samples', SAMPLE_SCHEDULE_MS, () => enqueueMissingSamples(context))
  worker.handle(removeFileJob, ({ storageKey }) => storage.remove(storageKey))
  worker.handle(removeImagesJob, ({ imageKey }) => storage.removeImages(imageKey))
}
