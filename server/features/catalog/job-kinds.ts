import { defineJob } from '#server/jobs/queue.ts'

/**
 * These jobs remove stored files and images. They run after the commit of the transaction that removed the last
 * reference.
 */
export const removeFileJob = defineJob<{ storageKey: string }>('remove_file')
export const removeImagesJob = defineJob<{ imageKey: string }>('remove_images')
