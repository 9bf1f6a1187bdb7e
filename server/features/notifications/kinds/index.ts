import type { NotificationKind } from '#contract/notifications.ts'
import { accountExpiringNotification } from './account/account-expiring.ts'
import { accountLinkedNotification } from './account/account-linked.ts'
import { accountReplacementNotification } from './account/account-replacement.ts'
import { accountUnlinkedNotification } from './account/account-unlinked.ts'
import { chargebackNotification } from './payments/chargeback.ts'
import { chargebackWonNotification } from './payments/chargeback-won.ts'
import { claimClosedNotification } from './payments/claim-closed.ts'
import { claimOpenedNotification } from './payments/claim-opened.ts'
import { unmatchedRefundNotification } from './payments/unmatched-refund.ts'
import { filePublishedNotification } from './file-published.ts'
import { fileRefusedNotification } from './file-refused.ts'
import { orderReviewNotification } from './payments/order-review.ts'
import { productReviewNotification } from './reviews/product-review.ts'
import { productReviewHiddenNotification } from './reviews/product-review-hidden.ts'
import { productRestoredNotification } from './product-restored.ts'
import { productTakenDownNotification } from './product-taken-down.ts'
import { refundNotification } from './payments/refund.ts'
import { refundRefusedNotification } from './payments/refund-refused.ts'
import { secondPaymentNotification } from './payments/second-payment.ts'
import { withdrawalAskedNotification } from './payments/withdrawal-asked.ts'
import { saleNotification } from './sale.ts'
import { storageFullNotification } from './storage-100.ts'
import { storageAlmostFullNotification } from './storage-80.ts'
import { secondFactorNotification } from './account/second-factor.ts'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The definition of each notification kind of the contract. The type requires a definition for every kind. */
export const NOTIFICATION_KIND_DEFINITIONS: Record<NotificationKind, NotificationKindDefinition> = {
  sale: saleNotification,
  refund: refundNotification,
  refund_refused: refundRefusedNotification,
  second_payment: secondPaymentNotification,
  withdrawal_asked: withdrawalAskedNotification,
  chargeback: chargebackNotification,
  chargeback_won: chargebackWonNotification,
  claim_opened: claimOpenedNotification,
  claim_closed: claimClosedNotification,
  unmatched_refund: unmatchedRefundNotification,
  order_review: orderReviewNotification,
  storage_80: storageAlmostFullNotification,
  storage_100: storageFullNotification,
  account_linked: accountLinkedNotification,
  account_replacement: accountReplacementNotification,
  account_unlinked: accountUnlinkedNotification,
  account_expiring: accountExpiringNotification,
  second_factor: secondFactorNotification,
  product_review: productReviewNotification,
  product_review_hidden: productReviewHiddenNotification,
  product_taken_down: productTakenDownNotification,
  product_restored: productRestoredNotification,
  file_published: filePublishedNotification,
  file_refused: fileRefusedNotification,
}
