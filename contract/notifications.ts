import * as z from 'zod/mini'
import { SECOND_FACTOR_EVENTS } from './accounts/security-events.ts'
import { FILE_REFUSALS } from './products/products.ts'
import { RECEIVER_ANSWERS, ReceiverKind } from './conversions.ts'
import { MAIL_TOPICS, type MailTopic } from './mail-topics.ts'
import {
  ORDER_EVENTS,
  ORDER_EVENT_KINDS,
  type OrderEventData,
  type OrderEventKind,
  type SellerEventKind,
  type WithoutIndex,
} from './orders/events.ts'
import { OrderNumber } from './orders/order-number.ts'
import { endpoint } from './core/endpoint.ts'
import { Currency, Id, IdText, MinorAmount, IsoDateTime } from './core/fields.ts'

/** What becomes of what a seller planned: a draft or changes were published or not, prices changed, an offer ended. */
const PLANNED_OUTCOMES = [
  'published',
  'changes_published',
  'not_published',
  'prices_changed',
  'offer_ended',
] as const

const product = z.object({ productId: z.int(), productName: z.string() })
const collectorId = z.string()
const NOTHING = z.object({})

/**
 * The notifications of a seller that are not about an order, by their kind: the topic of their emails, and the data
 * that the list and the email show.
 */
const OTHER_NOTIFICATIONS = {
  /** An admin asked MercadoPago to refund a payment that matches no order. */
  unmatched_refund: {
    topic: 'refunds',
    data: z.object({ paymentId: z.string(), amountMinor: MinorAmount, currency: Currency }),
  },
  storage_80: { topic: 'storage', data: NOTHING },
  storage_100: { topic: 'storage', data: NOTHING },
  account_linked: {
    topic: 'account',
    data: z.object({ collectorId, previousCollectorId: z.optional(collectorId) }),
  },
  /** Another account replaces the current one at `activatesAt`. */
  account_replacement: {
    topic: 'account',
    data: z.object({ collectorId, previousCollectorId: collectorId, activatesAt: IsoDateTime }),
  },
  account_unlinked: {
    topic: 'account',
    data: z.object({
      account: z.enum(['unlinked', 'revoked', 'refresh_refused', 'unconfirmed']),
      collectorId: z.optional(collectorId),
    }),
  },
  account_expiring: { topic: 'account', data: z.object({ collectorId: z.optional(collectorId) }) },
  /** `activatesAt`: when the factors will be removed. `undoUntil`: until when a link removes the added factor. */
  second_factor: {
    topic: 'account',
    data: z.object({
      secondFactor: z.enum(SECOND_FACTOR_EVENTS),
      activatesAt: z.optional(IsoDateTime),
      undoUntil: z.optional(IsoDateTime),
    }),
  },
  product_review: {
    topic: 'product_reviews',
    data: z.object({ ...product.shape, stars: z.int() }),
  },
  /** The statement of the month before, on the morning of its second day. `isFinal`: it no longer changes. */
  statement: {
    topic: 'statements',
    data: z.object({
      month: z.string(),
      isFinal: z.boolean(),
      results: z.array(z.object({ currency: Currency, saleCount: z.int(), netMinor: MinorAmount })),
    }),
  },
  /** A receiver of conversion events refused several in a row, the last one with `answer`, and was switched off. */
  conversions_off: {
    topic: 'conversions',
    data: z.object({ receiver: ReceiverKind, answer: z.enum(RECEIVER_ANSWERS) }),
  },
  /**
   * What the seller had planned came about at its time, or could not. `productId`, `productName`: the product, unless
   * prices of several changed. `count`: the products whose prices changed. `amountMinor`: what the product costs now.
   */
  planned: {
    topic: 'planned',
    data: z.object({
      outcome: z.enum(PLANNED_OUTCOMES),
      productId: z.optional(z.int()),
      productName: z.optional(z.string()),
      count: z.optional(z.int()),
      amountMinor: z.optional(MinorAmount),
      currency: z.optional(Currency),
    }),
  },
  product_taken_down: {
    topic: 'moderation',
    data: z.object({ ...product.shape, reason: z.string() }),
  },
  product_restored: { topic: 'moderation', data: product },
  file_published: { topic: 'moderation', data: product },
  /** `signature` is the scanner's name for malware. `areDownloadsClosed`: the file was sold before. */
  file_refused: {
    topic: 'moderation',
    data: z.object({
      ...product.shape,
      fileRefusal: z.enum(FILE_REFUSALS),
      signature: z.optional(z.string()),
      areDownloadsClosed: z.optional(z.boolean()),
    }),
  },
} as const satisfies Record<string, { topic: MailTopic; data: z.ZodMiniObject }>

/** What a notification of an event of an order tells of the order. `productName` is that of the first of its items. */
const NotifiedOrder = z.object({
  orderId: z.string(),
  number: z.optional(OrderNumber),
  productId: z.optional(z.int()),
  productName: z.optional(z.string()),
  items: z.int(),
  currency: Currency,
})
export type NotifiedOrder = z.infer<typeof NotifiedOrder>

type OtherKind = keyof typeof OTHER_NOTIFICATIONS
/** The kinds of notifications: the events of orders that sellers are told of, and the others. */
export type NotificationKind = SellerEventKind | OtherKind

const isSellerEvent = (kind: OrderEventKind): kind is SellerEventKind =>
  ORDER_EVENTS[kind].seller !== undefined
export const SELLER_EVENT_KINDS = ORDER_EVENT_KINDS.filter(isSellerEvent)
export const NOTIFICATION_KINDS = [
  ...SELLER_EVENT_KINDS,
  ...(Object.keys(OTHER_NOTIFICATIONS) as OtherKind[]),
]

/** Returns the topic of the emails of a kind of notifications. */
export function getTopic(kind: NotificationKind): MailTopic {
  return kind in OTHER_NOTIFICATIONS
    ? OTHER_NOTIFICATIONS[kind as OtherKind].topic
    : ORDER_EVENTS[kind as SellerEventKind].seller
}

/** The data of a notification of a kind. */
export type NotificationData<K extends NotificationKind> = K extends OtherKind
  ? WithoutIndex<z.infer<(typeof OTHER_NOTIFICATIONS)[K]['data']>>
  : NotifiedOrder & OrderEventData<Extract<K, SellerEventKind>>

/** A notification to a seller, with the fields of its kind. */
export type Notification = {
  [K in NotificationKind]: {
    id: number
    kind: K
    at: string
    read: boolean
  } & NotificationData<K>
}[NotificationKind]

const NOTIFICATION_SCHEMAS = NOTIFICATION_KINDS.map(kind =>
  z.object({
    id: z.int(),
    kind: z.literal(kind),
    at: IsoDateTime,
    read: z.boolean(),
    ...((kind in OTHER_NOTIFICATIONS
      ? OTHER_NOTIFICATIONS[kind as OtherKind].data.shape
      : {
          ...ORDER_EVENTS[kind as SellerEventKind].data.shape,
          ...NotifiedOrder.shape,
        }) as z.core.$ZodLooseShape),
  }),
)
/** The type of a union that is made from a table has to be stated. */
export const Notification = z.discriminatedUnion(
  'kind',
  NOTIFICATION_SCHEMAS as unknown as [z.ZodMiniObject, ...z.ZodMiniObject[]],
) as z.ZodMiniType as z.ZodMiniType<Notification>

/**
 * What a feature reports to a seller. A later report with the same `dedupeKey` creates no second notification.
 */
export type NotificationEvent = {
  [K in NotificationKind]: {
    kind: K
    dedupeKey: string
    data: NotificationData<K>
    /** The URL of the email's button, if it contains a secret and is therefore not stored with the notification. */
    emailLink?: string
    /** What only the email shows, and what is therefore not stored with the notification. */
    emailDetail?: EmailDetail
  }
}[NotificationKind]

export interface EmailDetail {
  /** The text of the review; empty if the buyer gave stars alone. */
  reviewText?: string
  sale?: EmailedSale
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
  cacheTags: ['Notifications'],
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
  cacheTags: ['Notifications'],
  reply: z.object({ unread: z.int() }),
})

/** Marks one notification as read. Answers 404 UNKNOWN_ERROR if the user has no notification with this id. */
export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  summary: 'Mark a notification as read',
  access: 'owner',
  cacheTags: ['Notifications'],
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
  cacheTags: ['Notifications'],
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
  cacheTags: ['NotificationSettings'],
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
