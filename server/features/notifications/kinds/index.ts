import type { NotificationKind } from '#contract/notifications.ts'
import { accountUnlinked } from './account-unlinked.ts'
import { chargeback } from './chargeback.ts'
import { chargebackWon } from './chargeback-won.ts'
import { orderReview } from './order-review.ts'
import { productRestored } from './product-restored.ts'
import { productTakenDown } from './product-taken-down.ts'
import { refund } from './refund.ts'
import { refundRefused } from './refund-refused.ts'
import { sale } from './sale.ts'
import { storage100 } from './storage-100.ts'
import { storage80 } from './storage-80.ts'
import type { NotificationKindDefinition } from './notification-kind.ts'

/** The definition of each notification kind in the contract; a kind without one does not compile. */
export const KIND_DEFINITIONS: Record<NotificationKind, NotificationKindDefinition> = {
  sale,
  refund,
  refund_refused: refundRefused,
  chargeback,
  chargeback_won: chargebackWon,
  order_review: orderReview,
  storage_80: storage80,
  storage_100: storage100,
  account_unlinked: accountUnlinked,
  product_taken_down: productTakenDown,
  product_restored: productRestored,
}
