import { DAY_MS } from '#contract/core/time.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { updateClosedSales } from './closed-sales/close-sales.ts'
import { emailRequest } from './email-request.ts'
import { enqueueDueWithdrawals, followWithdrawal, purgeRequests } from './follow.ts'
import { followWithdrawalJob, mailWithdrawalRequestJob } from './job-kinds.ts'

const DUE_INTERVAL_MS = 2000
const CLOSED_SALES_INTERVAL_MS = 60_000
const PURGE_INTERVAL_MS = DAY_MS

export function registerWithdrawalsJobs(worker: Worker, context: Context): void {
  worker.handle(mailWithdrawalRequestJob, ({ code }) => emailRequest(context, code))
  worker.handle(followWithdrawalJob, ({ orderId }) => followWithdrawal(context, orderId))
  worker.schedule('follow_withdrawals', DUE_INTERVAL_MS, () => enqueueDueWithdrawals(context))
  worker.schedule('update_closed_sales', CLOSED_SALES_INTERVAL_MS, () => updateClosedSales(context))
  worker.schedule('purge_withdrawal_requests', PURGE_INTERVAL_MS, () => purgeRequests(context))
}
