import { createGrantTerms } from '../rules/access-rules.ts'
import { sum } from '#contract/core/sum.ts'
import type { Transaction } from '#server/db/client.ts'
import { closeDownloadsOfInfectedOrder } from '../access/infected-files.ts'
import { clearAccessClosing } from '../access/queries.ts'
import { type OrderItemRow, renewToken } from '../queries.ts'
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
 * was delivered before, its grants are only reopened. While the order is on hold, they stay suspended.
 * @param items all items of the order
 * @param paidAgainBy the id of the payment with which the buyer has paid again after the first payment was returned.
 * The grants are then renewed, and the buyer and the seller are informed again.
 */
export async function deliverOrder(
  tx: Transaction,
  order: OrderRow,
  items: readonly OrderItemRow[],
  { paidAgainBy }: { paidAgainBy?: string } = {},
): Promise<'applied' | 'PRODUCT_ALREADY_SENT'> {
  const newGrants = await insertGrants(
    tx,
    items.map(({ id }) => id),
    createGrantTerms(),
  )
  if (newGrants.length === 0) {
    await reopenGrants(tx, order.id)
    if (paidAgainBy !== undefined) {
      await renewGrants(tx, order.id)
      await clearAccessClosing(tx, order, {}, 'nobody')
      await refillGrants(tx, order.id, createGrantTerms())
    }
    if (order.heldAt !== null) await suspendGrants(tx, order.id)
    if (paidAgainBy === undefined) return 'PRODUCT_ALREADY_SENT'
  }
  // Malware can be found between the order and its payment. The buyer then gets the email about that instead.
  await closeDownloadsOfInfectedOrder(tx, order.id)
  await issueReceipt(tx, order)
  await recordOrderEvent(tx, order.id, 'delivered', {
    shareMinor: sum(items.map(({ sellerShareMinor }) => sellerShareMinor)),
    ...(paidAgainBy !== undefined && { paidAgainBy }),
  })
  return 'applied'
}

/** Sends the delivery email of an order again, with a new link, and refills its download grants. */
export async function resendDelivery(tx: Transaction, order: OrderRow): Promise<void> {
  await refillGrants(tx, order.id, createGrantTerms())
  await renewToken(tx, order.id)
  await recordOrderEvent(tx, order.id, 'resent')
}
