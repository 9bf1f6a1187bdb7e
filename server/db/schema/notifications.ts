import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { MAIL_TOPICS } from '#contract/mail-topics.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import { timestampDefaultNow, bigIdColumn, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'
import { orders } from './orders.ts'

/** Notifications of sellers. A notification is written in the transaction of the event that it reports. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigIdColumn(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NotificationKind>().notNull(),
    /** The data of the kind's declaration in the contract. */
    detail: jsonb().notNull(),
    /** Identifies the reported event, so that each event creates one notification. */
    dedupeKey: text().notNull(),
    createdAt: timestampDefaultNow(),
    readAt: timestamptz(),
  },
  table => [
    unique().on(table.userId, table.dedupeKey),
    index().on(table.userId, table.id),
    index('notifications_age').on(table.createdAt),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(sql`${table.readAt} is null`),
  ],
)

/** The email settings that sellers changed. A topic without a row has the default: its emails are sent. */
export const mailSettings = pgTable(
  'mail_settings',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text({ enum: MAIL_TOPICS }).notNull(),
    mail: boolean().notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.topic] })],
)

/**
 * What buyers and sellers were told about orders. A row is inserted in the transaction that queues the emails, so that
 * nothing is reported twice.
 */
export const orderEmails = pgTable(
  'order_emails',
  {
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    /** The event that was reported, such as `event:123`. */
    key: text().notNull(),
    queuedAt: timestampDefaultNow(),
  },
  table => [primaryKey({ columns: [table.orderId, table.key] })],
)

/**
 * What mail servers answered to the emails about orders, as proof of delivery. A row is inserted when an email is
 * accepted or refused; further refusals of the same email add none.
 */
export const orderMailAnswers = pgTable(
  'order_mail_answers',
  {
    id: bigIdColumn(),
    orderId: uuid()
      .notNull()
      .references(() => orders.id),
    subject: text().notNull(),
    /** The masked address. */
    address: text().notNull(),
    isAccepted: boolean().notNull(),
    /**
     * The reply of the mail server without the address, at most 200 characters; null if emails are written to a folder.
     */
    answer: text(),
    at: timestampDefaultNow(),
  },
  table => [index().on(table.orderId)],
)

/**
 * The orders whose buyer's mail server refused the last email about them. The row is deleted when a later email to the
 * address is accepted.
 */
export const refusedOrderMails = pgTable('refused_order_mails', {
  orderId: uuid()
    .primaryKey()
    .references(() => orders.id),
  /** The SHA-256 of the refused address, by which a correction of the address is noticed. */
  addressHash: text().notNull(),
  messageId: text().notNull(),
  /** The codes of the mail server's reply, such as `550 5.1.1`. */
  code: text().notNull(),
  at: timestampDefaultNow(),
})
