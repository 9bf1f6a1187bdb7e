import type { Currency } from '#contract/core/fields.ts'
import type { CommissionTier } from '#contract/core/money.ts'
import type { WithdrawalTerms } from '#contract/withdrawals.ts'
import type { EmailDetail, NotificationEvent } from '#contract/notifications.ts'
import type { Captcha } from '#server/integrations/captcha/captcha.ts'
import type { PaymentProvider } from '#server/integrations/mercadopago/provider.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { AddressTokens } from '#server/mail/address-tokens.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { PaymentAccountsDeps } from '#server/features/payment-accounts/deps.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { OrderTokens } from './order-token.ts'

/** The dependencies of the orders feature, assembled in `server/app.ts`. */
export interface OrdersDeps {
  db: Database
  provider: PaymentProvider
  paymentAccounts: PaymentAccountsDeps
  storage: Storage
  mailQueue: MailQueue
  /** Queues the email of the notification that was inserted with an event of an order. */
  emailOfOrderEvent: (tx: Transaction, eventId: number, emailDetail?: EmailDetail) => Promise<void>
  /** Notifies a seller within the caller's transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  limiter: RateLimiter
  captcha: Captcha
  orderTokens: OrderTokens
  addressTokens: AddressTokens
  /** The number of days from the first download to the reminder to review; 0 for no reminders. */
  reviewReminderDays: number
  currency: Currency
  commissionTiers: readonly CommissionTier[]
  /** False if the operator has stopped new orders. */
  acceptsOrders: boolean
  /** Refunds of more than this amount need a recent proof of identity. */
  refundProofAboveMinor: number
  withdrawal: WithdrawalTerms
  /** The version of the published terms, which a new order keeps. */
  termsVersion: string
  publicOrigin: string
  imagesOrigin: string
  brandName: string
}
