import type { Worker } from '#server/jobs/worker.ts'
import type { OrdersDeps } from './deps.ts'
import { resendOrderLinksJob } from './job-kinds.ts'
import { resendOrderLinks } from './order.ts'

export function registerOrdersJobs(worker: Worker, deps: OrdersDeps): void {
  worker.handle(resendOrderLinksJob, ({ email }) => resendOrderLinks(deps, email))
}
