import type { NotificationKind } from '#contract/notifications.ts'
import { accountExpiringNotification } from './account/account-expiring.ts'
import { accountLinkedNotification } from './account/account-linked.ts'
import { accountReplacementNotification } from './account/account-replacement.ts'
import { accountUnlinkedNotification } from './account/account-unlinked.ts'
import { conversionsOffNotification } from './conversions-off.ts'
import { filePublishedNotification } from './file-published.ts'
import { fileRefusedNotification } from './file-refused.ts'
import { plannedNotification } from './planned.ts'
import { productReviewNotification } from './product-review.ts'
import { productRestoredNotification } from './product-restored.ts'
import { productTakenDownNotification } from './product-taken-down.ts'
import { storageFullNotification } from './storage-100.ts'
import { storageAlmostFullNotification } from './storage-80.ts'
import { secondFactorNotification } from './account/second-factor.ts'
import { statementNotification } from './statement.ts'
import { unmatchedRefundNotification } from './unmatched-refund.ts'
import { ORDER_EVENT_EMAILS } from './order-events.ts'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The definition of each notification kind of the contract. The type requires a definition for every kind. */
export const NOTIFICATION_KIND_DEFINITIONS: {
  [K in NotificationKind]: NotificationKindDefinition<K>
} = {
  ...ORDER_EVENT_EMAILS,
  unmatched_refund: unmatchedRefundNotification,
  storage_80: storageAlmostFullNotification,
  storage_100: storageFullNotification,
  account_linked: accountLinkedNotification,
  account_replacement: accountReplacementNotification,
  account_unlinked: accountUnlinkedNotification,
  account_expiring: accountExpiringNotification,
  second_factor: secondFactorNotification,
  product_review: productReviewNotification,
  statement: statementNotification,
  conversions_off: conversionsOffNotification,
  planned: plannedNotification,
  product_taken_down: productTakenDownNotification,
  product_restored: productRestoredNotification,
  file_published: filePublishedNotification,
  file_refused: fileRefusedNotification,
}
