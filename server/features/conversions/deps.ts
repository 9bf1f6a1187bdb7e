import type { NotificationEvent } from '#contract/notifications.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { ConversionSender } from '#server/integrations/conversions/conversions.ts'
import type { Encryption } from '#server/integrations/encryption.ts'

/** The dependencies of the conversions feature, assembled in `server/app.ts`. */
export interface ConversionsDeps {
  db: Database
  limiter: RateLimiter
  encryption: Encryption
  conversionSender: ConversionSender
  publicOrigin: string
  /** Notifies a seller within the caller's transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
}
