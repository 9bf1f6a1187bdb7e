import type { Worker } from '#server/jobs/worker.ts'
import { type FreeCopiesDeps, answerWaitingRequests } from './request-copy.ts'

const SCHEDULE_MS = 60_000

export function registerFreeCopiesJobs(worker: Worker, deps: FreeCopiesDeps): void {
  worker.schedule('answer_free_copy_requests', SCHEDULE_MS, () => answerWaitingRequests(deps))
}
