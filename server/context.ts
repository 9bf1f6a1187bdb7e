import type { Logger } from 'pino'
import type { SecurityEventKind, AnnouncementArgument } from '#contract/accounts/security-events.ts'
import type { EmailDetail, NotificationEvent } from '#contract/notifications.ts'
import type { Config } from './config.ts'
import type { Database, Db, Transaction } from './db/client.ts'
import type { RateLimiter } from './http/rate-limit/limiter.ts'
import type { RequestClient } from './http/request-headers.ts'
import type { Captcha } from './integrations/captcha/captcha.ts'
import type { FileScanner } from './integrations/clamd.ts'
import type { ConversionSender } from './integrations/conversions/conversions.ts'
import type { Encryption } from './integrations/encryption.ts'
import type { ExternalSignIn } from './integrations/google/external-sign-in.ts'
import type { PaymentProvider } from './integrations/mercadopago/provider.ts'
import type { Storage } from './integrations/storage/storage.ts'
import type { AddressTokens } from './mail/address-tokens.ts'
import type { OrderTokens } from './mail/order-tokens.ts'
import type { MailQueue } from './mail/queue.ts'

/**
 * What a feature asks of another that it must not import, because the other builds on it. `server/app.ts` connects
 * them. All functions that take a transaction act within it.
 */
export interface FeatureLinks {
  /** Notifies a seller. */
  notify: (tx: Transaction, userId: number, event: NotificationEvent) => Promise<void>
  /** Queues the email of the notification that was inserted with an event of an order. */
  emailOfOrderEvent: (tx: Transaction, eventId: number, emailDetail?: EmailDetail) => Promise<void>
  /** Returns the addresses that an account had before a change that can still be undone. */
  findFormerAddresses: (tx: Transaction, userId: number) => Promise<string[]>
  /** Returns until when the latest change of a user's email can be undone; undefined if there is none. */
  findEmailUndoEnd: (tx: Transaction, userId: number) => Promise<Date | undefined>
  /** Records a security event of a user's account, and tells its owner as the event is declared. */
  recordSecurityEvent: <K extends SecurityEventKind>(
    tx: Transaction,
    userId: number,
    kind: K,
    client: RequestClient,
    ...announcement: AnnouncementArgument<K>
  ) => Promise<void>
  /** Called when an account is created. */
  onRegistered: (tx: Transaction, userId: number) => Promise<void>
  /** Called when a user recovers the access to the account by email. */
  onRecovered: (tx: Transaction, userId: number, client: RequestClient) => Promise<void>
  /** Called when an account is closed. */
  onClosed: (tx: Transaction, userId: number) => Promise<void>
  /** Tells whether a user has linked a payment account and can therefore sell. */
  canBePaid: (db: Db, userId: number) => Promise<boolean>
  /** Tells whether a user has sold something. */
  hasSold: (db: Db, userId: number) => Promise<boolean>
  /** Called when sales of a seller end, so that payment pages on which nothing can be bought any more are closed. */
  onSalesClosed: (tx: Transaction, sellerId: number) => Promise<void>
  /** Called when a payment account is linked, so that those who wait for the seller are told. */
  onSalesOpened: (tx: Transaction, userId: number) => Promise<void>
  /** Called when a file is refused for malware after it was sold. */
  onSoldFileInfected: (tx: Transaction) => Promise<void>
  /** Called when a product of a seller can be bought again, so that those who wait for it are told. */
  onProductListed: (tx: Transaction, sellerId: number) => Promise<void>
}

/**
 * What the features work with: the settings, the services and the links between features. `server/app.ts` makes one for
 * the whole application. A function names the parts that it needs with `Pick`, unless it passes them all on.
 */
export interface Context extends FeatureLinks {
  config: Config
  db: Database
  log: Logger
  limiter: RateLimiter
  captcha: Captcha
  storage: Storage
  mailQueue: MailQueue
  encryption: Encryption
  orderTokens: OrderTokens
  addressTokens: AddressTokens
  provider: PaymentProvider
  conversionSender: ConversionSender
  /** The scanner that a file must pass before it goes on sale; undefined if files are not scanned. */
  scanner: FileScanner | undefined
  /** The sign-in with Google; undefined if it is not configured. */
  google: ExternalSignIn | undefined
  /** The version of the published terms, which a new order keeps. */
  termsVersion: string
}
