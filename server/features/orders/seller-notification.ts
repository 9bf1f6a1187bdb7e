import type { Currency } from '#contract/core/fields.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrdersDeps } from './deps.ts'
import { type OrderRow, findOrderItems } from './queries.ts'

type OrderNotification = Pick<NotificationEvent, 'kind' | 'dedupeKey'> & {
  /** The amount in minor units. For a `sale` it is omitted and computed as the seller's share. */
  amountMinor?: number
  review?: NotificationEvent['detail']['review']
  refusal?: NotificationEvent['detail']['refusal']
}

/** Notifies the seller of an order, within the transaction that changes the order. */
export async function notifySeller(
  { notify }: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { kind, dedupeKey, ...detail }: OrderNotification,
): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  const shareMinor = items.reduce((sum, { sellerShareMinor }) => sum + sellerShareMinor, 0)
  await notify(tx, order.sellerId, {
    kind,
    dedupeKey,
    detail: {
      orderId: order.id,
      number: order.number,
      productId: items[0]?.productId ?? null,
      productName: items[0]?.name ?? null,
      items: items.length,
      currency: order.currency as Currency,
      ...(kind === 'sale' && { amountMinor: shareMinor }),
      ...detail,
    },
  })
}
