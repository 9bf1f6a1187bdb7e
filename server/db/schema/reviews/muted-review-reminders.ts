import { pgTable, text } from 'drizzle-orm/pg-core'
import { timestampDefaultNow } from '../../columns.ts'

/** The email addresses that want no reminders to review what they bought, as keyed digests. */
export const mutedReviewReminders = pgTable('muted_review_reminders', {
  /** The digest that `AddressTokens` computes. */
  addressDigest: text().primaryKey(),
  createdAt: timestampDefaultNow(),
})
