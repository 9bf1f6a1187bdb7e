import type { Storage } from '#server/integrations/storage/storage.ts'
import { defineJob } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'

/** A picture that no profile shows any more. */
export const removePictureJob = defineJob<{ key: string }>('remove_picture')

export function registerProfilesJobs(worker: Worker, storage: Storage): void {
  worker.handle(removePictureJob, ({ key }) => storage.removeImages(key))
}
