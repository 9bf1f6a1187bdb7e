import type { Currency } from '#contract/core/fields.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Transaction } from '#server/db/client.ts'
import type { SalesDeps } from './deps.ts'
import { type OrderRow, findItems } from './queries.ts'

type OrderNews = Pick<NotificationEvent, 'kind' | 'dedupeKey'> & {
  /** Minor units; a sale's is worked out here: what the seller gets of it. */
  amountMinor?: number
  review?: NotificationEvent['detail']['review']
  refusal?: NotificationEvent['detail']['refusal']
}

/** Tells an order's seller what became of it, in the transaction in which it did. */
export async function tellSeller(
  { tell }: SalesDeps,
  tx: Transaction,
  order: OrderRow,
  { kind, dedupeKey, ...more }: OrderNews,
): Promise<void> {
  const items = await findItems(tx, order.id)
  const share = items.reduce((sum, { sellerShareMinor }) => sum + sellerShareMinor, 0)
  await tell(tx, order.sellerId, {
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
