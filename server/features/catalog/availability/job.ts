import { defineJob } from '#server/jobs/queue.ts'

/** The job that emails everyone who waits for a product of a seller who can now be paid. */
export const emailAvailabilityJob = defineJob<{ sellerId: number }>('email_availability', {
  lane: 'mail',
})
