import { maskBuyerEmail } from '#contract/core/mask-email.ts'
import type { EmailedSale } from '#contract/notifications.ts'
import { type BuyerEventKind, ORDER_EVENTS } from '#contract/orders/events.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { buildMailCoverUrl } from '#server/integrations/images/image-urls.ts'
import { findEventCause } from '#server/mail/mail-causes.ts'
import { isEventMuted } from './mute.ts'
import { insertOrderEmail } from './queries.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { findOrderItems } from '#server/features/orders/queries.ts'
import type { Context } from '#server/context.ts'
import { type StoredEvent, findOrderEvent } from './stored-event.ts'

/** Queues the emails about an event of an order to its buyer and its seller, once. */
export async function tellOfOrderEvent(
  context: Context,
  { eventId, audience }: { eventId: number; audience: 'all' | 'buyer' | 'seller' },
): Promise<void> {
  await runTransaction(context.db, async tx => {
    const event = await findOrderEvent(tx, eventId)
    if (!event || !(await insertOrderEmail(tx, event.order.id, `event:${eventId}`))) return
    const { buyer, seller } = ORDER_EVENTS[event.kind]
    if (audience !== 'buyer' && seller) {
      const isSale = event.kind === 'delivered'
      const sale = isSale ? { sale: await describeSale(context, tx, event.order) } : undefined
      await context.emailOfOrderEvent(tx, eventId, sale)
    }
    if (audience !== 'seller' && buyer)
      await emailBuyer(context, tx, event as StoredEvent<BuyerEventKind>)
  })
}

/** Describes an order for the email about its sale. */
async function describeSale(
  context: Context,
  tx: Transaction,
  { id, number, createdAt, payerEmail, currency, totalMinor }: OrderRow,
): Promise<EmailedSale> {
  const items = await findOrderItems(tx, id)
  return {
    number,
    date: createdAt.toISOString(),
    buyer: maskBuyerEmail(payerEmail),
    currency,
    totalMinor,
    items: items.map(({ name, priceMinor, imageKey }) => ({
      name,
      priceMinor,
      imageUrl: buildMailCoverUrl(context.config, imageKey),
    })),
  }
}

async function emailBuyer(
  context: Context,
  tx: Transaction,
  { id, kind, order }: StoredEvent<BuyerEventKind>,
): Promise<void> {
  if (await isEventMuted(tx, kind, order.id)) return
  await context.mailQueue.enqueue(tx, {
    to: order.payerEmail,
    orderIds: [order.id],
    locale: order.language,
    content: { kind: 'order_event', eventId: id, cause: findEventCause(kind, order) },
  })
}
