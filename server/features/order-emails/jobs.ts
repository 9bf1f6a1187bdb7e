import {
  emailDeclineJob,
  remindOfVoucherJob,
  tellOfOrderEventJob,
} from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { emailDecline, remindOfVoucher } from './attempt-emails.ts'
import { tellOfOrderEvent } from './tell.ts'

export function registerOrderEmailsJobs(worker: Worker, context: Context): void {
  worker.handle(tellOfOrderEventJob, event => tellOfOrderEvent(context, event))
  worker.handle(remindOfVoucherJob, payment => remindOfVoucher(context, payment))
  worker.handle(emailDeclineJob, payment => emailDecline(context, payment))
}
