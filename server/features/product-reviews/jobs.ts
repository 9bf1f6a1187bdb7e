import { remindOfReviewsJob } from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { remindOfReviews } from './send-reminder.ts'

export function registerProductReviewsJobs(worker: Worker, context: Context): void {
  worker.handle(remindOfReviewsJob, order => remindOfReviews(context, order))
}
