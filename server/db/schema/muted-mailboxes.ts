import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestampDefaultNow } from '../columns.ts'

/** The mailboxes that want no emails that anybody can cause, as keyed digests. */
export const mutedMailboxes = pgTable('muted_mailboxes', {
  /** The digest that `AddressTokens` computes of a mailbox. */
  mailboxDigest: text().primaryKey(),
  createdAt: timestampDefaultNow(),
})
