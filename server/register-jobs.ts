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
import type { ConversionsDeps } from './features/conversions/deps.ts'
import { registerConversionsJobs } from './features/conversions/jobs.ts'
import type { UploadsDeps } from './features/uploads/deps.ts'
import { registerUploadsJobs } from './features/uploads/jobs.ts'
import { scheduleMaintenance } from './maintenance.ts'
import { registerInvariantsJobs } from './features/invariants/jobs.ts'
import type { Logger } from 'pino'
import type { OpenDatabase } from './db/client.ts'
import type { AccountsDeps } from './features/accounts/deps.ts'
import { writeNotificationEmail } from './features/notifications/service.ts'
import { createBuyerMails } from './features/order-emails/buyer-mails.ts'
import { writeBuyerEmail } from './features/order-emails/buyer-email.ts'
import type { PaymentAccountsDeps } from './features/payment-accounts/deps.ts'
import type { PaymentsDeps } from './features/payments/deps.ts'
import type { RateLimiter } from './http/rate-limit/limiter.ts'
import type { Mailer } from './integrations/smtp.ts'
import type { Worker } from './jobs/worker.ts'
import type { MailAttempt, MailQueue, MailWriter } from './mail/queue.ts'

/** Writes emails when they are sent, each with the feature that knows what it is about. */
function createMailWriter(deps: PaymentsDeps): MailWriter {
  return {
    async write(content, locale) {
      if (content.kind === 'order_event') return writeBuyerEmail(deps, content.eventId)
      const email = await writeNotificationEmail(deps, content, locale)
      return email && { content: email }
    },
  }
}

export interface JobsDeps {
  mailQueue: MailQueue
  mailer: Mailer
  onMailAttempt: (attempt: MailAttempt) => void
  accounts: AccountsDeps
  catalog: Parameters<typeof registerCatalogJobs>[1] &
    Parameters<typeof scheduleMaintenance>[1]['catalog']
  uploads: UploadsDeps
  payments: PaymentsDeps
  paymentAccounts: PaymentAccountsDeps
  conversions: ConversionsDeps
  database: OpenDatabase
  limiter: RateLimiter
  log: Logger
}

/** Registers the handlers of all jobs and the schedules. */
export function registerJobs(
  worker: Worker,
  {
    mailQueue,
    mailer,
    onMailAttempt,
    accounts,
    catalog,
    uploads,
    payments,
    paymentAccounts,
    conversions,
    database,
    limiter,
    log,
  }: JobsDeps,
): void {
  mailQueue.registerHandler(
    worker,
    mailer,
    { writer: createMailWriter(payments), buyerMails: createBuyerMails(payments, log) },
    onMailAttempt,
  )
  registerAccountsJobs(worker, accounts)
  registerCatalogJobs(worker, catalog)
  registerUploadsJobs(worker, uploads)
  registerProfilesJobs(worker, catalog.storage)
  registerOrdersJobs(worker, payments)
  registerOrderEmailsJobs(worker, payments)
  registerProductUpdatesJobs(worker, payments)
  registerFreeCopiesJobs(worker, payments)
  registerPaymentsJobs(worker, payments)
  registerReconciliationJobs(worker, payments)
  registerSalesJobs(worker, payments)
  registerWithdrawalsJobs(worker, payments)
  registerProductReviewsJobs(worker, payments)
  registerPaymentAccountsJobs(worker, paymentAccounts)
  registerConversionsJobs(worker, conversions)
  scheduleMaintenance(worker, { db: catalog.db, limiter, storage: catalog.storage, log, catalog })
  registerInvariantsJobs(worker, { db: catalog.db, database, storage: catalog.storage, log })
}
