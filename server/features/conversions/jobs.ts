import { sendConversionJob } from '#server/features/orders/job-kinds.ts'
import type { Worker } from '#server/jobs/worker.ts'
import type { Context } from '#server/context.ts'
import { sendConversion } from './send.ts'

export function registerConversionsJobs(worker: Worker, context: Context): void {
  worker.handle(sendConversionJob, event => sendConversion(context, event))
}
