import { defineJob } from '#server/jobs/queue.ts'

/** The job that counts the pages of a stored PDF file. */
export const countPagesJob = defineJob<{ storageKey: string }>('count_pages', {
  lane: 'content',
})
