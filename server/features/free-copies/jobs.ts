import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { answerWaitingRequests } from './request-copy.ts'

const SCHEDULE_MS = 60_000

export function registerFreeCopiesJobs(worker: Worker, context: Context): void {
  worker.schedule('answer_free_copy_requests', SCHEDULE_MS, () => answerWaitingRequests(context))
}
