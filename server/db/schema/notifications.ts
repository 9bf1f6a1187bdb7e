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
} from 'drizzle-orm/pg-core'
import { MAIL_TOPICS, NOTIFICATION_KINDS } from '#contract/notifications.ts'
import { createdAt, id, timestamptz } from '../columns.ts'
import { users } from './accounts.ts'

/** Notifications of sellers, written in the transaction of the event that they report. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    /** JSON object with the fields of the contract's Notification that this kind has. */
    detail: jsonb().notNull(),
    /** Identifies the event, so that it is reported once. */
    dedupeKey: text().notNull(),
    createdAt: createdAt(),
    readAt: timestamptz(),
  },
  table => [
    unique().on(table.userId, table.dedupeKey),
    index().on(table.userId, table.id),
    index('notifications_unread')
      .on(table.userId, table.id)
      .where(sql`${table.readAt} is null`),
  ],
)

/** The email settings that sellers changed. The emails of a topic without a row are sent. */
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
