import * as z from 'zod/mini'
import { FILE_REFUSALS } from './catalog/products.ts'
import { MAIL_TOPICS } from './mail-topics.ts'
import { RefundRefusal, ReviewReason } from './orders/events.ts'
import { OrderNumber } from './orders/order-number.ts'
import { endpoint } from './core/endpoint.ts'
import { Currency, Id, IdText, MinorAmount, IsoDateTime } from './core/fields.ts'

/**
 * The kinds of notifications. The folder `server/features/notifications/kinds/` has a file for each kind, with its
 * topic and its email.
 */
export const NOTIFICATION_KINDS = [
  'sale',
  'refund',
  'refund_refused',
  'second_payment',
  'withdrawal_asked',
  'chargeback',
  'chargeback_won',
  'claim_opened',
  'claim_closed',
  'unmatched_refund',
  'order_review',
  'storage_80',
  'storage_100',
  'account_linked',
  'account_replacement',
  'account_unlinked',
  'account_expiring',
  'second_factor',
  'product_review',
  'product_review_hidden',
  'product_taken_down',
  'product_restored',
  'file_published',
  'file_refused',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** The changes of second factors that a user is notified of. `off` means that the last one was removed. */
export const SECOND_FACTOR_CHANGES = [
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'codes_guessed',
  'reset_requested',
  'reset_cancelled',
  'reset',
] as const
export type SecondFactorChange = (typeof SECOND_FACTOR_CHANGES)[number]

/** A notification of a seller. Fields that do not apply to its kind are null. */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  at: IsoDateTime,
  read: z.boolean(),
  /** The order that the notification is about; null for kinds without an order. */
  orderId: z.nullable(z.string()),
  /** The number of that order. */
  number: z.nullable(OrderNumber),
  /** The product that the notification is about, or the first product of its order. */
  productId: z.nullable(z.int()),
  productName: z.nullable(z.string()),
  /** The number of items in the notification's order. */
  items: z.nullable(z.int()),
  /**
   * The amount that the seller receives for a sale, that the buyer gets back after a refund, a chargeback or a second
   * payment, or that a claim is about.
   */
  amountMinor: z.nullable(MinorAmount),
  currency: z.nullable(Currency),
  /** MercadoPago's id of the payment; set for the kind unmatched_refund. */
  paymentId: z.nullable(z.string()),
  /** Why the payment account is no longer linked; set for the kind account_unlinked. */
  account: z.nullable(z.enum(['unlinked', 'revoked', 'refresh_refused', 'unconfirmed'])),
  /** MercadoPago's id of the account that was linked, unlinked or will be linked; set for kinds about the account. */
  collectorId: z.nullable(z.string()),
  /** MercadoPago's id of the account that was or will be replaced. */
  previousCollectorId: z.nullable(z.string()),
  /** What has changed; set for the kind second_factor. */
  secondFactor: z.nullable(z.enum(SECOND_FACTOR_CHANGES)),
  /**
   * When the account replaces the previous one, or when the second factors will be removed; set for the kinds
   * account_replacement and second_factor.
   */
  activatesAt: z.nullable(IsoDateTime),
  /** Until when the link in the email removes the added second factor; set for the kind second_factor. */
  undoUntil: z.nullable(IsoDateTime),
  /** Why the order is in review; set for the kind order_review. */
  review: z.nullable(ReviewReason),
  /** Why MercadoPago refused the refund; set for the kind refund_refused. */
  refusal: z.nullable(RefundRefusal),
  /** The number of stars; set for kinds about product reviews. */
  stars: z.nullable(z.int()),
  /** The reason that an admin gave; set for the kinds product_taken_down and product_review_hidden. */
  reason: z.nullable(z.string()),
  /** Why the product's file was refused; set for the kind file_refused. */
  fileRefusal: z.nullable(z.enum(FILE_REFUSALS)),
  /** The scanner's name for the malware in the product's file; set for the kind file_refused. */
  signature: z.nullable(z.string()),
  /** True if the file was sold before, so that its downloads are closed; set for the kind file_refused. */
  areDownloadsClosed: z.nullable(z.boolean()),
})
export type Notification = z.infer<typeof Notification>

/**
 * An event that a feature reports to a seller. A later event with the same `dedupeKey` creates no second notification.
 */
export interface NotificationEvent {
  kind: NotificationKind
  dedupeKey: string
  detail: Partial<Omit<Notification, 'id' | 'kind' | 'at' | 'read'>>
  /** The URL of the email's button, if it contains a secret and is therefore not stored with the notification. */
  emailLink?: string
  /** What only the email shows, and what is therefore not stored with the notification. */
  emailDetail?: {
    /** The text of the review; empty if the buyer gave stars alone. */
    reviewText?: string
    sale?: EmailedSale
  }
}

/** What the email about a sale shows of its order. `buyer` is masked, and `imageUrl` is the absolute URL of a cover. */
export interface EmailedSale {
  number: string
  /** When the order was placed, in ISO 8601. */
  date: string
  buyer: string
  currency: Currency
  totalMinor: number
  items: { name: string; priceMinor: number; imageUrl: string }[]
}

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'The notifications of the seller, newest first, 30 at a time',
  access: 'verified',
  query: z.object({ cursor: z.optional(IdText) }),
  reply: z.object({
    notifications: z.array(Notification),
    unread: z.int(),
    nextCursor: z.nullable(z.int()),
  }),
})

export const countUnreadNotifications = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How many notifications are unread',
  access: 'verified',
  reply: z.object({ unread: z.int() }),
})

/** Marks one notification as read. Answers 404 UNKNOWN_ERROR if the user has no notification with this id. */
export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  summary: 'Mark a notification as read',
  access: 'owner',
  params: z.object({ id: IdText }),
  reply: z.object({ unread: z.int() }),
  errors: ['UNKNOWN_ERROR'],
})

/**
 * Marks the notifications up to the id `upTo` as read. Later ones, which the page does not show yet, stay unread.
 * Without `upTo` all are marked.
 */
export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark all notifications as read',
  access: 'verified',
  body: z.object({ upTo: z.optional(Id) }),
  reply: z.object({ unread: z.int() }),
})

/**
 * The email setting of a topic. `mail` says whether emails of the topic are sent. `fixed` says that the seller cannot
 * turn them off.
 */
export const MailSetting = z.object({
  topic: z.enum(MAIL_TOPICS),
  mail: z.boolean(),
  fixed: z.boolean(),
})
export type MailSetting = z.infer<typeof MailSetting>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Which notification emails the seller gets',
  access: 'verified',
  reply: z.object({ settings: z.array(MailSetting) }),
})

/**
 * Changes the email settings of the given topics; other topics keep their settings. Turning off a mandatory topic
 * answers INVALID_DATA.
 */
export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Choose which notification emails the seller gets',
  access: 'verified',
  body: z.object({
    settings: z
      .array(z.object({ topic: z.enum(MAIL_TOPICS), mail: z.boolean() }))
      .check(z.maxLength(MAIL_TOPICS.length)),
  }),
  reply: z.object({ settings: z.array(MailSetting) }),
})
