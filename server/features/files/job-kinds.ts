import { defineJob } from '#server/jobs/queue.ts'

/**
 * These jobs remove stored files and images. They run after the commit of the transaction that removed the last
 * reference.
 */
export const removeFileJob = defineJob<{ storageKey: string }>('remove_file')
export const removeImagesJob = defineJob<{ imageKey: string }>('remove_images')

const RETRY_MS = 5 * 60_000

/**
 * The job that scans a product file. It is tried for about three days, and every five minutes at least, so that files
 * do not wait long after the scanner is back.
 */
export const scanFileJob = defineJob<{ fileId: number }>('scan_file', {
  lane: 'scan',
  maxAttempts: 1000,
  maxRetryDelayMs: RETRY_MS,
})
