import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { EMAIL_TOPICS } from '#contract/order-emails.ts'
import { timestampDefaultNow } from '../columns.ts'

/** The emails that their receivers want no more. */
export const mutedEmails = pgTable(
  'muted_emails',
  {
    /** The id of the order, or the keyed digest of the mailbox, for which the topic is chosen. */
    subject: text().notNull(),
    topic: text({ enum: EMAIL_TOPICS }).notNull(),
    createdAt: timestampDefaultNow(),
  },
  table => [primaryKey({ columns: [table.subject, table.topic] })],
)
