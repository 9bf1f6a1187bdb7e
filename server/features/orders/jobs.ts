import { DAY_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { closeInfectedOrders, openOldClosings } from './access/change-access.ts'
import { closeInfectedOrdersJob, resendOrderLinksJob } from './job-kinds.ts'
import { resendOrderLinks } from './order-links.ts'

export function registerOrdersJobs(worker: Worker, context: Context): void {
  worker.handle(resendOrderLinksJob, lookup => resendOrderLinks(context, lookup))
  worker.handle(closeInfectedOrdersJob, () => closeInfectedOrders(context))
  worker.schedule('open_closed_downloads', DAY_MS, () => openOldClosings(context))
}
