import type { NotificationEvent } from '#contract/notifications.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { FileScanner } from '#server/integrations/clamd.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { StorageQuotaDeps } from '#server/features/catalog/service.ts'
import type { PaymentAccountsDeps } from '#server/features/payment-accounts/deps.ts'
import type { PaymentsDeps } from '#server/features/payments/deps.ts'

export interface AdminDeps {
  db: Database
  mailQueue: MailQueue
  payments: PaymentsDeps
  paymentAccounts: PaymentAccountsDeps
  catalog: StorageQuotaDeps & { scanner: FileScanner | undefined }
  publicOrigin: string
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
}
