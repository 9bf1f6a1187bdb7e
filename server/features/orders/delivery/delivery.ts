import { findReturnPromise } from '#contract/catalog/guarantee.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Transaction } from '#server/db/client.ts'
import { buildMailCoverUrl } from '#server/features/catalog/service.ts'
import { closeInfectedOrder } from '../access/infected-files.ts'
import { clearAccessClosing } from '../access/queries.ts'
import type { OrdersDeps } from '../deps.ts'
import { buildOrderLink } from '../order-token.ts'
import { findDecisiveAttempt } from '../payment-rules/payment-state.ts'
import {
  type OrderRow,
  findOrderItems,
  findPayments,
  findSellerContact,
  recordOrderEvent,
  renewToken,
} from '../queries.ts'
import { issueReceipt } from '../receipts/issue-receipt.ts'
import { notifySeller } from '../seller-notification.ts'
import {
  findNamesBoughtBefore,
  incrementSalesCount,
  insertGrants,
  refillGrants,
  renewGrants,
  reopenGrants,
  suspendGrants,
} from './queries.ts'
import { buildReceipt } from './receipt.ts'

/** Returns the expiry date and the number of downloads of a download grant that is created or renewed now. */
export const createGrantTerms = () => ({
  expiresAt: new Date(Date.now() + LIMITS.grantDays * 86_400_000),
  downloadsLeft: LIMITS.downloadsPerGrant,
})

/**
 * Delivers a paid order: creates a download grant for each item, emails the buyer and notifies the seller. If the order
 * was delivered before, its grants are only reopened. While the order is on hold, they stay suspended.
 * @param paidAgainBy the id of the payment with which the buyer has paid again after the first payment was returned.
 * The grants are then renewed, and the buyer and the seller are informed again.
 */
export async function deliverOrder(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { paidAgainBy }: { paidAgainBy?: string } = {},
): Promise<'applied' | 'PRODUCT_ALREADY_SENT'> {
  const items = await findOrderItems(tx, order.id)
  const newGrants = await insertGrants(
    tx,
    items.map(({ id }) => id),
    createGrantTerms(),
  )
  if (newGrants.length === 0) {
    await reopenGrants(tx, order.id)
    if (paidAgainBy !== undefined) {
      await renewGrants(tx, order.id)
      await clearAccessClosing(tx, order, {})
      await refillGrants(tx, order.id, createGrantTerms())
    }
    if (order.heldAt !== null) await suspendGrants(tx, order.id)
    if (paidAgainBy === undefined) return 'PRODUCT_ALREADY_SENT'
  } else
    await incrementSalesCount(
      tx,
      items.map(({ productId }) => productId),
    )
  // Malware can be found between the order and its payment. The buyer then gets the email about that instead.
  const isInfected = await closeInfectedOrder(tx, order.id)
  if (order.heldAt === null && !isInfected) await mailDelivery(deps, tx, order, items, true)
  await issueReceipt(tx, order)
  await recordOrderEvent(tx, order.id, 'delivered')
  const dedupeKey = paidAgainBy === undefined ? order.id : `${order.id}:${paidAgainBy}`
  await notifySeller(deps, tx, order, { kind: 'sale', dedupeKey: `sale:${dedupeKey}` })
  return 'applied'
}

/** Sends the delivery email of an order again, with a new link, and refills its download grants. */
export async function resendDelivery(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
): Promise<void> {
  await refillGrants(tx, order.id, createGrantTerms())
  const renewed = { ...order, ...(await renewToken(tx, order.id)) }
  await mailDelivery(deps, tx, renewed, await findOrderItems(tx, order.id))
  await recordOrderEvent(tx, order.id, 'resent')
}

/** Enqueues the email with the link to the order's downloads. */
async function mailDelivery(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  items: Awaited<ReturnType<typeof findOrderItems>>,
  isFirst = false,
): Promise<void> {
  const payment = findDecisiveAttempt(await findPayments(tx, order.id), order.approvedPaymentId)
  const seller = await findSellerContact(tx, order.sellerId)
  const boughtBefore = isFirst ? await findNamesBoughtBefore(tx, order) : []
  await deps.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    ...(seller.replyTo && { replyTo: seller.replyTo }),
    orderIds: [order.id],
    locale: order.language,
    content: {
      kind: 'order_delivered',
      ...(boughtBefore.length > 0 && { boughtBefore }),
      ...(isFirst && { paidAt: (payment?.providerUpdatedAt ?? new Date()).toISOString() }),
      link: buildOrderLink(deps, order),
      sellerUsername: seller.username,
      isAnsweredBySeller: seller.replyTo !== null,
      receipt: buildReceipt(order),
      items: items
        .filter(({ refundedMinor, priceMinor }) => refundedMinor < priceMinor || priceMinor === 0)
        .map(({ name, fileName, sizeBytes, priceMinor, imageKey, guaranteeDays }) => ({
          name,
          guaranteeDays: findReturnPromise(deps.withdrawal, guaranteeDays).guaranteeDays,
          fileName,
          sizeBytes,
          priceMinor,
          imageUrl: buildMailCoverUrl(deps, imageKey),
        })),
      downloads: LIMITS.downloadsPerGrant,
      days: LIMITS.grantDays,
      methodType: payment?.methodType ?? null,
    },
  })
}
