import * as z from 'zod/mini'
import { RefundRefusal, ReviewReason } from './sales/order.ts'
import { endpoint } from './core/endpoint.ts'
import { Currency, Id, MinorAmount, IsoDateTime } from './core/fields.ts'

/** What a seller is told. Every kind has its topic, and a topic its switch for mails. */
export const NOTIFICATION_TOPICS = {
  sale: 'sales',
  refund: 'refunds',
  refund_refused: 'refunds',
  chargeback: 'chargebacks',
  chargeback_won: 'chargebacks',
  order_review: 'reviews',
  storage_80: 'storage',
  storage_100: 'storage',
  account_unlinked: 'account',
  product_taken_down: 'moderation',
  product_restored: 'moderation',
} as const

export type NotificationKind = keyof typeof NOTIFICATION_TOPICS
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_TOPICS) as [
  NotificationKind,
  ...NotificationKind[],
]
export const MAIL_TOPICS = [
  'sales',
  'refunds',
  'chargebacks',
  'reviews',
  'storage',
  'account',
  'moderation',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** Mails that nobody can switch off: without them sales stand still and nobody knows. */
export const MANDATORY_TOPICS: readonly MailTopic[] = ['account', 'moderation']

/** A field is there for the kinds that have it, else null. */
export const Notification = z.object({
  id: z.int(),
  kind: z.enum(NOTIFICATION_KINDS),
  at: IsoDateTime,
  read: z.boolean(),
  /** sale, refund, refund_refused, chargeback, chargeback_won, order_review: opens the desk's drawer. */
  orderId: z.nullable(z.string()),
  /** The product, or the first one of an order. */
  productId: z.nullable(z.int()),
  productName: z.nullable(z.string()),
  /** How many lines the order has. */
  items: z.nullable(z.int()),
  /** sale: what the seller gets of it; refund and chargeback: what the buyer got back. */
  amountMinor: z.nullable(MinorAmount),
  currency: z.nullable(Currency),
  /** account_unlinked. */
  account: z.nullable(z.enum(['unlinked', 'revoked', 'refresh_refused'])),
  /** order_review. */
  review: z.nullable(ReviewReason),
  /** refund_refused. */
  refusal: z.nullable(RefundRefusal),
  /** product_taken_down: what the house wrote. */
  reason: z.nullable(z.string()),
})
export type Notification = z.infer<typeof Notification>

/** What a feature has to tell a seller; told once for one `dedupeKey`. */
export interface NotificationEvent {
  kind: NotificationKind
  dedupeKey: string
  detail: Partial<Omit<Notification, 'id' | 'kind' | 'at' | 'read'>>
}

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'What the seller was told, newest first, 30 at a time',
  access: 'verified',
  query: z.object({ cursor: z.optional(Id) }),
  reply: z.object({
    notifications: z.array(Notification),
    unread: z.int(),
    nextCursor: z.nullable(z.int()),
  }),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/notifications/unread',
  summary: 'How many notifications are unread',
  access: 'verified',
  reply: z.object({ unread: z.int() }),
})

/** 404 UNKNOWN_ERROR for one that is not there, or another's. */
export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  summary: 'Mark a notification as read',
  access: 'owner',
  params: z.object({ id: Id }),
  reply: z.object({ unread: z.int() }),
  errors: ['UNKNOWN_ERROR'],
})

/** Those up to `upTo`, so that what came in meanwhile stays unread; all without it. */
export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark all notifications as read',
  access: 'verified',
  body: z.object({ upTo: z.optional(Id) }),
  reply: z.object({ unread: z.int() }),
})

/** `fixed` mails are always sent. */
export const MailSetting = z.object({
  topic: z.enum(MAIL_TOPICS),
  mail: z.boolean(),
  fixed: z.boolean(),
})
export type MailSetting = z.infer<typeof MailSetting>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Which mails the seller gets',
  access: 'verified',
  reply: z.object({ settings: z.array(MailSetting) }),
})

/** What is left out stays; a fixed topic cannot be switched off (INVALID_DATA). */
export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Choose which mails the seller gets',
  access: 'verified',
  body: z.object({
    settings: z
      .array(z.object({ topic: z.enum(MAIL_TOPICS), mail: z.boolean() }))
      .check(z.maxLength(MAIL_TOPICS.length)),
  }),
  reply: z.object({ settings: z.array(MailSetting) }),
})
