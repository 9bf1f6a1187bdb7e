import type { NotificationEvent } from '#contract/notifications.ts'
import type { Db, Transaction } from '#server/db/client.ts'
import type { Encryption } from '#server/integrations/encryption.ts'

/** What the second factors need besides the dependencies of all accounts. */
export interface SecondFactorDeps {
  encryption: Encryption
  /** The name of the installation, which authenticator apps and passkeys show. */
  brandName: string
  /** Whether admins need a second factor. */
  adminSecondFactor: boolean
  /** Adds a notification with its email to the caller's transaction. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  /** Tells whether a user has sold something. */
  hasSold: (db: Db, userId: number) => Promise<boolean>
}
