import type { Storage } from '#server/integrations/storage/storage.ts'
import { defineJob } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'

/**
 * These jobs remove stored files and images. They run after the commit of the transaction that removed the last
 * reference.
 */
export const removeFileJob = defineJob<{ storageKey: string }>('remove_file')
export const removeImagesJob = defineJob<{ imageKey: string }>('remove_covers')

export function registerCatalogJobs(worker: Worker, storage: Storage): void {
  worker.handle(removeFileJob, ({ storageKey }) => storage.remove(storageKey))
  worker.handle(removeImagesJob, ({ imageKey }) => storage.removeImages(imageKey))
}
