import {
  emailDeclineJob,
  remindOfVoucherJob,
  tellOfOrderEventJob,
} from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { emailDecline, remindOfVoucher } from './attempt-emails.ts'
import { tellOfOrderEvent } from './tell.ts'

export function registerOrderEmailsJobs(worker: Worker, deps: Context): void {
  worker.handle(tellOfOrderEventJob, event => tellOfOrderEvent(deps, event))
  worker.handle(remindOfVoucherJob, payment => remindOfVoucher(deps, payment))
  worker.handle(emailDeclineJob, payment => emailDecline(deps, payment))
}
