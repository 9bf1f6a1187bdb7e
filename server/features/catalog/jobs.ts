import type { Storage } from '#server/integrations/storage/storage.ts'
import { defineJob } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'

/** Bytes nobody can reach any more. Storage is cleaned after the rows have let go of it. */
export const removeFileJob = defineJob<{ storageKey: string }>('remove_file')
export const removeImagesJob = defineJob<{ imageKey: string }>('remove_covers')

export function registerCatalogJobs(worker: Worker, storage: Storage): void {
  worker.handle(removeFileJob, ({ storageKey }) => storage.remove(storageKey))
  worker.handle(removeImagesJob, ({ imageKey }) => storage.removeImages(imageKey))
}
