import type { Currency } from '#contract/core/fields.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Transaction } from '#server/db/client.ts'
import type { OrdersDeps } from './deps.ts'
import { type OrderRow, findOrderItems } from './queries.ts'

type OrderNotification = Pick<NotificationEvent, 'kind' | 'dedupeKey'> & {
  /** Minor units; a sale's is worked out here: what the seller gets of it. */
  amountMinor?: number
  review?: NotificationEvent['detail']['review']
  refusal?: NotificationEvent['detail']['refusal']
}

/** Tells an order's seller what became of it, in the transaction in which it did. */
export async function notifySeller(
  { notify }: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { kind, dedupeKey, ...more }: OrderNotification,
): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  const share = items.reduce((sum, { sellerShareMinor }) => sum + sellerShareMinor, 0)
  await notify(tx, order.sellerId, {
    kind,
    dedupeKey,
    detail: {
      orderId: order.id,
      productId: items[0]?.productId ?? null,
      productName: items[0]?.name ?? null,
      items: items.length,
      currency: order.currency as Currency,
      ...(kind === 'sale' && { amountMinor: share }),
      ...more,
    },
  })
}
