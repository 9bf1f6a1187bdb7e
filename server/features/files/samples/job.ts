import { defineJob } from '#server/jobs/queue.ts'

/** The job that cuts the sample of a slot, or removes it if no version of the slot is on sale any more. */
export const cutSampleJob = defineJob<{ slotId: number }>('cut_sample', { lane: 'samples' })
