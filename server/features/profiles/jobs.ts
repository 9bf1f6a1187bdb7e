import type { Storage } from '#server/integrations/storage/storage.ts'
import { defineJob } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'

/** The job that deletes the files of a replaced profile picture. */
export const removePictureJob = defineJob<{ key: string }>('remove_picture')

export function registerProfilesJobs(worker: Worker, storage: Storage): void {
  worker.handle(removePictureJob, ({ key }) => storage.removeImages(key))
}
