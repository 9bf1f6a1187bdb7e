import type { Transaction } from '#server/db/client.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { closeGrants } from '#server/features/orders/grant-queries.ts'
import { recordOrderEvent } from '#server/features/orders/events/record.ts'
import { scheduleReconciliation } from '../queries.ts'
import { informAdmins } from '../admin-email/admin-email.ts'
import { setFraudHold } from './queries.ts'
import { sendToReview } from './send-to-review.ts'

/**
 * Puts a locked order on hold because of a fraud alert about one of its payments. If the order was delivered, its
 * downloads are suspended; otherwise it goes to review.
 */
export async function placeHold(
  tx: Transaction,
  order: OrderRow,
  paymentId: string,
): Promise<void> {
  await setFraudHold(tx, order.id)
  // An order that is held for review is no longer reconciled on a schedule, since only an admin can end the hold.
  await scheduleReconciliation(tx, order.id, order.checks, null)
  if (order.heldAt === null)
    await recordOrderEvent(tx, order.id, 'held', { reason: 'fraud_alert', paymentId })
  if (order.state === 'approved') {
    await closeGrants(tx, order.id, 'suspended')
    await informAdmins(tx, order.id)
  } else await sendToReview(tx, order, { reason: 'fraud_alert', paymentId }, 'nobody')
}
