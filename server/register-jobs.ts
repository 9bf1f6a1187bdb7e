import { registerAccountsJobs } from './features/accounts/jobs.ts'
import { registerFilesJobs } from './features/files/jobs.ts'
import { registerPricesJobs } from './features/prices/jobs.ts'
import { registerProductsJobs } from './features/products/jobs.ts'
import { registerStorefrontJobs } from './features/storefront/jobs.ts'
import { registerProfilesJobs } from './features/profiles/jobs.ts'
import { registerOrdersJobs } from './features/orders/jobs.ts'
import { registerOrderEmailsJobs } from './features/order-emails/jobs.ts'
import { registerProductUpdatesJobs } from './features/product-updates/jobs.ts'
import { registerReconciliationJobs } from './features/reconciliation/jobs.ts'
import { registerPaymentsJobs } from './features/payments/jobs.ts'
import { registerSalesJobs } from './features/sales/jobs.ts'
import { registerWithdrawalsJobs } from './features/withdrawals/jobs.ts'
import { registerProductReviewsJobs } from './features/product-reviews/jobs.ts'
import { registerPaymentAccountsJobs } from './features/payment-accounts/jobs.ts'
import { registerConversionsJobs } from './features/conversions/jobs.ts'
import { scheduleMaintenance } from './maintenance.ts'
import { registerInvariantsJobs } from './features/invariants/jobs.ts'
import type { Context } from './context.ts'
import type { OpenDatabase } from './db/client.ts'
import { writeNotificationEmail } from './features/notifications/service.ts'
import { createBuyerMails } from './features/order-emails/buyer-mails.ts'
import { writeBuyerEmail } from './features/order-emails/buyer-email.ts'
import type { Mailer } from './integrations/smtp.ts'
import type { Worker } from './jobs/worker.ts'
import type { MailAttempt, MailWriter } from './mail/queue.ts'

/** Writes emails when they are sent, each with the feature that knows what it is about. */
function createMailWriter(context: Context): MailWriter {
  return {
    async write(content, locale) {
      if (content.kind === 'order_event') return writeBuyerEmail(context, content.eventId)
      const email = await writeNotificationEmail(context, content, locale)
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
  context: Context,
  { mailer, onMailAttempt, database }: JobServices,
): void {
  context.mailQueue.registerHandler(
    worker,
    mailer,
    { writer: createMailWriter(context), buyerMails: createBuyerMails(context, context.log) },
    onMailAttempt,
  )
  registerAccountsJobs(worker, context)
  registerFilesJobs(worker, context)
  registerPricesJobs(worker, context)
  registerProductsJobs(worker, context)
  registerStorefrontJobs(worker, context)
  registerProfilesJobs(worker, context.storage)
  registerOrdersJobs(worker, context)
  registerOrderEmailsJobs(worker, context)
  registerProductUpdatesJobs(worker, context)
  registerPaymentsJobs(worker, context)
  registerReconciliationJobs(worker, context)
  registerSalesJobs(worker, context)
  registerWithdrawalsJobs(worker, context)
  registerProductReviewsJobs(worker, context)
  registerPaymentAccountsJobs(worker, context)
  registerConversionsJobs(worker, context)
  scheduleMaintenance(worker, context)
  registerInvariantsJobs(worker, { ...context, database })
}
