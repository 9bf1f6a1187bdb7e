import { createGrantTerms } from '../rules/access-rules.ts'
import { sum } from '#contract/core/sum.ts'
import type { Transaction } from '#server/db/client.ts'
import { closeDownloadsOfInfectedOrder } from '../access/infected-files.ts'
import { clearAccessClosing } from '../access/queries.ts'
import { type OrderItemRow, renewToken } from '../queries.ts'
import { isPaidByAnother } from '../rules/payment-state.ts'
import type { OrderRow } from '../rules/rows.ts'
import { recordOrderEvent } from '../events/record.ts'
import { issueReceipt } from './issue-receipt.ts'
import {
  insertGrants,
  refillGrants,
  renewGrants,
  reopenGrants,
  suspendGrants,
} from '../grant-queries.ts'

/**
 * Delivers a paid order: creates a download grant for each item, emails the buyer and notifies the seller. If the order
 * was delivered before, its grants are only reopened. If the buyer has paid again after the first payment was returned,
 * the grants are renewed besides, and both are informed again. While the order is on hold, the grants stay suspended.
 * @param order the order as it was before `paidBy` paid it
 * @param items all items of the order
 * @param paidBy the id of the payment that pays the order now, alone or with others
 */
export async function deliverOrder(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
  paidBy: string,
): Promise<'applied' | 'PRODUCT_ALREADY_SENT'> {
  const newGrants = await insertGrants(
    tx,
    items.map(({ id }) => id),
    createGrantTerms(),
  )
  const isPaidAgain = isPaidByAnother(order, paidBy)
  if (newGrants.length === 0) {
    await reopenGrants(tx, order.id)
    if (isPaidAgain) {
      await renewGrants(tx, order.id)
      await clearAccessClosing(tx, order, {}, 'nobody')
      await refillGrants(tx, order.id, createGrantTerms())
    }
    if (order.heldAt !== null) await suspendGrants(tx, order.id)
    if (!isPaidAgain) return 'PRODUCT_ALREADY_SENT'
  }
  // Malware can be found between the order and its payment. The buyer then gets the email about that instead.
  await closeDownloadsOfInfectedOrder(tx, order.id)
  await issueReceipt(tx, order)
  await recordOrderEvent(tx, order.id, 'delivered', {
    shareMinor: sum(items.map(({ sellerShareMinor }) => sellerShareMinor)),
    ...(isPaidAgain && { paidAgainBy: paidBy }),
  })
  return 'applied'
}

/** Sends the delivery email of an order again, with a new link, and refills its download grants. */
export async function resendDelivery(tx: Transaction, order: OrderRow): Promise<void> {
  await refillGrants(tx, order.id, createGrantTerms())
  await renewToken(tx, order.id)
  await recordOrderEvent(tx, order.id, 'resent')
}
