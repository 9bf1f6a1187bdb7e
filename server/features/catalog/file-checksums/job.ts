import { defineJob } from '#server/jobs/queue.ts'

/** The job that computes the checksum of a stored file, of an earlier release, that archives need. */
export const computeChecksumJob = defineJob<{ fileId: number }>('compute_checksum')
