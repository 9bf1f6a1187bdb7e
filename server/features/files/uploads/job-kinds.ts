import { LONG_OUTAGE_ATTEMPTS, defineJob } from '#server/jobs/queue.ts'

/** Checks a whole file and makes a product file of it. It survives a long outage of the bucket. */
export const checkUploadJob = defineJob<{ uploadId: string }>('check_upload', {
  lane: 'uploads',
  maxAttempts: LONG_OUTAGE_ATTEMPTS,
})

/** Removes the bytes of an upload that ended, after the commit of the transaction that deleted its row. */
export const removeUploadJob = defineJob<{ uploadId: string; storageKey: string | null }>(
  'remove_upload',
)
