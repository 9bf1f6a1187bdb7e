import type { Worker } from '#server/jobs/worker.ts'
import type { OrdersDeps } from './deps.ts'
import { emailDecline, remindOfVoucher } from './buyer-emails/buyer-emails.ts'
import { emailDeclineJob, remindOfVoucherJob, resendOrderLinksJob } from './job-kinds.ts'
import { resendOrderLinks } from './order.ts'

export function registerOrdersJobs(worker: Worker, deps: OrdersDeps): void {
  worker.handle(resendOrderLinksJob, ({ email }) => resendOrderLinks(deps, email))
  worker.handle(remindOfVoucherJob, payment => remindOfVoucher(deps, payment))
  worker.handle(emailDeclineJob, payment => emailDecline(deps, payment))
}
