import type { Db } from '#server/db/client.ts'
import { defineJob, enqueue } from '#server/jobs/queue.ts'

/** The job that emails everyone who waits for a product of a seller who can now be paid. */
export const emailAvailabilityJob = defineJob<{ sellerId: number }>('email_availability', {
  lane: 'mail',
})

/** Enqueues the emails to everyone who waits for a product of a seller who linked a payment account just now. */
export function enqueueAvailabilityEmails(tx: Db, sellerId: number): Promise<void> {
  return enqueue(tx, emailAvailabilityJob, { sellerId })
}
