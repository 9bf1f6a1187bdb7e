import { LIMITS } from '#contract/core/limits.ts'
import type { ReviewReason } from '#contract/sales/order.ts'
import type { Transaction } from '#server/db/client.ts'
import { localeOf } from '#server/http/language.ts'
import { type OrdersDeps, orderLink } from '../deps.ts'
import { insertGrants, refillGrants, reopenGrants, suspendGrants } from './grant-queries.ts'
import {
  type OrderRow,
  incrementSalesCount,
  findAdmins,
  findOrderItems,
  findUsername,
  transitionOrder,
  recordOrderEvent,
} from '../queries.ts'
import { notifySeller } from '../seller-notification.ts'

export const grantTerms = () => ({
  expiresAt: new Date(Date.now() + LIMITS.grantDays * 86_400_000),
  downloadsLeft: LIMITS.downloadsPerGrant,
})

/** One grant an item, one mail, and word to the seller; what was delivered before is only opened again. */
export async function deliver(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
): Promise<'applied' | 'PRODUCT_ALREADY_SENT'> {
  const items = await findOrderItems(tx, order.id)
  const granted = await insertGrants(
    tx,
    items.map(({ id }) => id),
    grantTerms(),
  )
  if (granted.length === 0) {
    if (order.heldAt === null) await reopenGrants(tx, order.id)
    else await suspendGrants(tx, order.id)
    return 'PRODUCT_ALREADY_SENT'
  }
  await incrementSalesCount(
    tx,
    items.map(({ productId }) => productId),
  )
  await mailDelivery(deps, tx, order)
  await recordOrderEvent(tx, order.id, 'delivered')
  await notifySeller(deps, tx, order, { kind: 'sale', dedupeKey: `sale:${order.id}` })
  return 'applied'
}

/** The delivery mail once more, with fresh downloads. */
export async function deliverAgain(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
): Promise<void> {
  await refillGrants(tx, order.id, grantTerms())
  await mailDelivery(deps, tx, order)
  await recordOrderEvent(tx, order.id, 'resent')
}

/** The mail with the link to the order's downloads. */
async function mailDelivery(deps: OrdersDeps, tx: Transaction, order: OrderRow): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  await deps.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    locale: order.language,
    content: {
      kind: 'order_delivered',
      link: orderLink(deps, order),
      sellerUsername: await findUsername(tx, order.sellerId),
      items: items.map(({ name, fileName, sizeBytes }) => ({ name, fileName, sizeBytes })),
      downloads: LIMITS.downloadsPerGrant,
      days: LIMITS.grantDays,
    },
  })
}

/**
 * Nothing is delivered, and the people who run the place and the seller are told why. An order that was
 * delivered stays.
 */
export async function sendToReview(
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { reason, paymentId }: { reason: ReviewReason; paymentId?: string },
): Promise<void> {
  await recordOrderEvent(tx, order.id, 'review', { reason, paymentId })
  if (order.state !== 'open' && order.state !== 'expired') return
  await transitionOrder(tx, order, 'review', { reviewReason: reason })
  await notifyAdmins(deps, tx, order.id, reason)
  await notifySeller(deps, tx, order, {
    kind: 'order_review',
    dedupeKey: `order_review:${order.id}:${reason}`,
    review: reason,
  })
}

/** Mails the people who run the place that an order needs them. */
export async function notifyAdmins(
  deps: OrdersDeps,
  tx: Transaction,
  orderId: string,
  reason: ReviewReason,
): Promise<void> {
  for (const admin of await findAdmins(tx))
    await deps.mailQueue.enqueue(tx, {
      to: admin.email,
      locale: localeOf(admin.languagePreference),
      content: {
        kind: 'order_in_review',
        orderId,
        reason,
        link: `${deps.publicOrigin}/dashboard/admin`,
      },
    })
}
