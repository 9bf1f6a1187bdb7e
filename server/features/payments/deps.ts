import type { Logger } from 'pino'
import type { OrdersDeps } from '#server/features/orders/deps.ts'

/** The dependencies of the payments feature, assembled in `server/app.ts`. */
export interface PaymentsDeps extends OrdersDeps {
  log: Logger
  /** Whether only real payments are accepted. If false, only the provider's test payments are accepted. */
  liveMode: boolean
  /** The secrets with which the provider may sign webhook requests. There are two while a secret is being replaced. */
  webhookSecrets: readonly string[]
  /** Whether an unsigned webhook request makes us read a payment that is known. */
  acceptsUnsignedWebhooks: boolean
}
