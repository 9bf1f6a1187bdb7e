import { registerAccountsJobs } from './features/accounts/jobs.ts'
import { registerCatalogJobs } from './features/catalog/jobs.ts'
import { registerProfilesJobs } from './features/profiles/jobs.ts'
import { registerOrdersJobs } from './features/orders/jobs.ts'
import { registerOrderEmailsJobs } from './features/order-emails/jobs.ts'
import { registerFreeCopiesJobs } from './features/free-copies/jobs.ts'
import { registerProductUpdatesJobs } from './features/product-updates/jobs.ts'
import { registerReconciliationJobs } from './features/reconciliation/jobs.ts'
import { registerPaymentsJobs } from './features/payments/jobs.ts'
import { registerSalesJobs } from './features/sales/jobs.ts'
import { registerWithdrawalsJobs } from './features/withdrawals/jobs.ts'
import { registerProductReviewsJobs } from './features/product-reviews/jobs.ts'
import { registerPaymentAccountsJobs } from './features/payment-accounts/jobs.ts'
import { registerConversionsJobs } from './features/conversions/jobs.ts'
import { registerUploadsJobs } from './features/uploads/jobs.ts'
import { scheduleMaintenance } from './maintenance.ts'
import { registerInvariantsJobs } from './features/invariants/jobs.ts'
import type { Context } from '#server/context.ts'
import type { OpenDatabase } from './db/client.ts'
import { writeNotificationEmail } from './features/notifications/service.ts'
import { createBuyerMails } from './features/order-emails/buyer-mails.ts'
import { writeBuyerEmail } from './features/order-emails/buyer-email.ts'
import type { Mailer } from './integrations/smtp.ts'
import type { Worker } from './jobs/worker.ts'
import type { MailAttempt, MailWriter } from './mail/queue.ts'

/** Writes emails when they are sent, each with the feature that knows what it is about. */
function createMailWriter(deps: Context): MailWriter {
  return {
    async write(content, locale) {
      if (content.kind === 'order_event') return writeBuyerEmail(deps, content.eventId)
      const email = await writeNotificationEmail(deps, content, locale)
      return email && { content: email }
    },
  }
}

/** What only the jobs need, besides the context of all features. */
interface JobServices {
  mailer: Mailer
  onMailAttempt: (attempt: MailAttempt) => void
  database: OpenDatabase
}

/** Registers the handlers of all jobs and the schedules. */
export function registerJobs(
  worker: Worker,
  deps: Context,
  { mailer, onMailAttempt, database }: JobServices,
): void {
  deps.mailQueue.registerHandler(
    worker,
    mailer,
    { writer: createMailWriter(deps), buyerMails: createBuyerMails(deps, deps.log) },
    onMailAttempt,
  )
  registerAccountsJobs(worker, deps)
  registerCatalogJobs(worker, deps)
  registerUploadsJobs(worker, deps)
  registerProfilesJobs(worker, deps.storage)
  registerOrdersJobs(worker, deps)
  registerOrderEmailsJobs(worker, deps)
  registerProductUpdatesJobs(worker, deps)
  registerFreeCopiesJobs(worker, deps)
  registerPaymentsJobs(worker, deps)
  registerReconciliationJobs(worker, deps)
  registerSalesJobs(worker, deps)
  registerWithdrawalsJobs(worker, deps)
  registerProductReviewsJobs(worker, deps)
  registerPaymentAccountsJobs(worker, deps)
  registerConversionsJobs(worker, deps)
  scheduleMaintenance(worker, deps)
  registerInvariantsJobs(worker, { ...deps, database })
}
