import type { Currency } from '#contract/core/fields.ts'
import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import type { Transaction } from '#server/db/client.ts'
import { buildMailCoverUrl } from '#server/features/catalog/service.ts'
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
  deps: OrdersDeps,
  tx: Transaction,
  order: OrderRow,
  { kind, dedupeKey, ...detail }: OrderNotification,
): Promise<void> {
  const items = await findOrderItems(tx, order.id)
  const shareMinor = items.reduce((sum, { sellerShareMinor }) => sum + sellerShareMinor, 0)
  const currency = order.currency as Currency
  await deps.notify(tx, order.sellerId, {
    kind,
    dedupeKey,
    detail: {
      orderId: order.id,
      number: order.number,
      productId: items[0]?.productId ?? null,
      productName: items[0]?.name ?? null,
      items: items.length,
      currency,
      ...(kind === 'sale' && { amountMinor: shareMinor }),
      ...detail,
    },
    ...(kind === 'sale' && {
      emailDetail: {
        sale: {
          number: order.number,
          date: order.createdAt.toISOString(),
          buyer: maskBuyerEmail(order.payerEmail),
          currency,
          totalMinor: order.totalMinor,
          items: items.map(({ name, priceMinor, imageKey }) => ({
            name,
            priceMinor,
            imageUrl: buildMailCoverUrl(deps, imageKey),
          })),
        },
      },
    }),
  })
}
