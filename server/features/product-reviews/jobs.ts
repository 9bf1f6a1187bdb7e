import { remindOfReviewsJob } from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { ProductReviewsDeps } from './deps.ts'
import { remindOfReviews } from './reminders/send-reminder.ts'

export function registerProductReviewsJobs(worker: Worker, deps: ProductReviewsDeps): void {
  worker.handle(remindOfReviewsJob, order => remindOfReviews(deps, order))
}
