import type { FastifyBaseLogger } from 'fastify'
import type { Currency } from '#contract/core/fields.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { Encryption } from '#server/integrations/encryption.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { PaymentProvider } from '#server/integrations/mercadopago/provider.ts'

/** The dependencies of the payment-accounts feature, assembled in `server/app.ts`. */
export interface PaymentAccountsDeps {
  db: Database
  provider: PaymentProvider
  encryption: Encryption
  mailQueue: MailQueue
  log: FastifyBaseLogger
  publicOrigin: string
  currency: Currency
  /** True if only real payments count, so that a test account cannot be linked. */
  liveMode: boolean
  /** Notifies a seller within the caller's transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  /** Adds an entry to the security log of a user's account. */
  /** Returns until when the latest change of a user's email can be undone; undefined if there is none. */
  findEmailUndoEnd: (tx: Transaction, userId: number) => Promise<Date | undefined>
  logSecurityEvent: (
    tx: Transaction,
    userId: number,
    kind:
      | 'payment_account_linked'
      | 'payment_account_replaced'
      | 'payment_account_unlinked'
      | 'payment_account_change_undone',
    client: RequestClient,
  ) => Promise<void>
  /** Called in the transaction that stops a seller's sales, so that open payment preferences expire. */
  onSalesClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Called in the transaction that links a payment account, so that those who wait for the seller are told. */
  onSalesOpened: (tx: Transaction, userId: number) => Promise<void>
}
