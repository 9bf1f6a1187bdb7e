import type { Database, Db, Transaction } from '#server/db/client.ts'
import type { MailQueue } from '#server/mail/queue.ts'
import type { RequestClient } from '#server/http/request-headers.ts'
import type { RateLimiter } from '#server/http/rate-limit/limiter.ts'
import type { SecondFactorDeps } from './second-factor/deps.ts'

export interface AccountsDeps extends SecondFactorDeps {
  db: Database
  limiter: RateLimiter
  mailQueue: MailQueue
  publicOrigin: string
  /** Whether the marketplace is in production, where accounts need addresses that can receive email. */
  production: boolean
  /** Called within the transaction that creates an account. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** Called within the transaction that closes an account. */
  onClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Called within the transaction in which a user recovers the access to the account by email. */
  onRecovered: (tx: Transaction, userId: number) => Promise<void>
  /** Tells whether the user has linked a payment account and can therefore sell. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
}

/** The client that sent a request: the data that rate limits and the security log use. */
export interface ClientInfo extends RequestClient {
  /** The SHA-256 of the client's device cookie, if there is one. */
  deviceHash?: string | undefined
  /** The SHA-256 of the client's session cookie, if there is one. */
  sessionHash?: string | undefined
}
