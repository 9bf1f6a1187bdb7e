import type { Logger } from 'pino'
import type { OrdersDeps } from '#server/features/orders/service.ts'

/** The dependencies of the payments feature, assembled in `server/app.ts`. */
export interface PaymentsDeps extends OrdersDeps {
  log: Logger
  /** Whether payments must be real; false accepts only the provider's test payments. */
  liveMode: boolean
  /** Secrets that webhook requests may be signed with: two while one is being rotated. */
  webhookSecrets: readonly string[]
}
