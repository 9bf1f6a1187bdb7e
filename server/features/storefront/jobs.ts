import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { emailAvailability } from './availability/availability.ts'
import { emailAvailabilityJob } from './availability/job.ts'

export function registerStorefrontJobs(worker: Worker, context: Context): void {
  worker.handle(emailAvailabilityJob, ({ sellerId }) => emailAvailability(context, sellerId))
}
