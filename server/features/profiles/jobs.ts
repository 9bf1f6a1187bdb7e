import type { Storage } from '#server/integrations/storage/storage.ts'
import { job } from '#server/jobs/queue.ts'
import type { Worker } from '#server/jobs/worker.ts'

/** A picture that no profile shows any more. */
export const removePicture = job<{ key: string }>('remove_picture')

export function profilesJobs(worker: Worker, storage: Storage): void {
  worker.handle(removePicture, ({ key }) => storage.removeImages(key))
}
