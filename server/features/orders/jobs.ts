import type { Worker } from '#server/jobs/worker.ts'
import type { OrdersDeps } from './deps.ts'
import { emailDecline, remindOfVoucher } from './buyer-emails/buyer-emails.ts'
import { emailDeclineJob, remindOfVoucherJob, resendOrderLinksJob } from './job-kinds.ts'
import { resendOrderLinks } from './order-links.ts'

export function registerOrdersJobs(worker: Worker, deps: OrdersDeps): void {
  worker.handle(resendOrderLinksJob, lookup => resendOrderLinks(deps, lookup))
  worker.handle(remindOfVoucherJob, payment => remindOfVoucher(deps, payment))
  worker.handle(emailDeclineJob, payment => emailDecline(deps, payment))
}
