import type { Currency } from '#contract/core/fields.ts'
import type { CommissionTier } from '#contract/core/money.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { PaymentProvider } from '#server/integrations/mercadopago/provider.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { PaymentAccountsDeps } from '#server/features/payment-accounts/service.ts'
import type { Limiter } from '#server/http/rate-limit/limiter.ts'
import type { Logger } from 'pino'
import type { OrderTokens } from './order-token.ts'

/** What the sales feature works with; wired in `app.ts`. */
export interface OrdersDeps {
  db: Database
  log: Logger
  payments: PaymentProvider
  sellers: PaymentAccountsDeps
  storage: Storage
  mailQueue: MailQueue
  /** Tells a seller something, in the same transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  limiter: Limiter
  orderTokens: OrderTokens
  currency: Currency
  commissionTiers: readonly CommissionTier[]
  liveMode: boolean
  publicOrigin: string
  brandName: string
}

/** The page of an order: its downloads and what became of its payment. */
export function orderLink(
  { publicOrigin, orderTokens }: OrdersDeps,
  order: { id: string; tokenVersion: number },
): string {
  return `${publicOrigin}/order/${orderTokens.create(order.id, order.tokenVersion)}`
}
