import { sql } from 'drizzle-orm'
import { ORDER_EVENTS, type OrderEventData, type OrderEventKind } from '#contract/orders/events.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { orderEvents } from '#server/db/schema/index.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { tellOfOrderEventJob } from '../job-kinds.ts'
import { recordConversion } from './conversions.ts'

/** Who is told of an event, among those whom its declaration names. */
export type Audience = 'all' | 'buyer' | 'seller' | 'nobody'

/**
 * Records an event of an order in the transaction of the change, adds it to the seller's notifications, and enqueues
 * the job that queues the emails to buyer and seller, and what is reported to the services that the seller chose, as
 * the declaration of the event says. An event that is unique and was recorded before is ignored.
 * @param audience a restriction, for instance if another event of the same change tells the buyer
 * @returns the id of the event; undefined if it was recorded before
 */
export async function recordOrderEvent<K extends OrderEventKind>(
  tx: Db,
  orderId: string,
  kind: K,
  ...[data, audience = 'all']: object extends OrderEventData<K>
    ? [data?: OrderEventData<K>, audience?: Audience]
    : [data: OrderEventData<K>, audience?: Audience]
): Promise<number | undefined> {
  const { once, buyer, seller, conversion } = ORDER_EVENTS[kind]
  const [event] = await insertOrderEvent(tx).execute({
    orderId,
    kind,
    detail: data ?? {},
    once: (once as ((data: unknown) => string) | undefined)?.(data ?? {}) ?? null,
  })
  if (event && conversion) await recordConversion(tx, orderId, conversion)
  if (!event || !(buyer ?? seller) || audience === 'nobody') return event?.id
  if (seller && audience !== 'buyer')
    await insertNotification(tx, { eventId: event.id, orderId, kind, data: data ?? {} })
  await enqueue(tx, tellOfOrderEventJob, { eventId: event.id, audience })
  return event.id
}

/** Adds an event to the notifications of the order's seller, with what the list tells of the order. */
async function insertNotification(
  tx: Db,
  {
    eventId,
    orderId,
    kind,
    data,
  }: { eventId: number; orderId: string; kind: string; data: object },
): Promise<void> {
  await tx.execute(sql`insert into "notifications" (user_id, kind, dedupe_key, detail)
    select o.seller_id, ${kind}, ${`event:${eventId}`},
      jsonb_build_object(
        'orderId', o.id, 'number', o.number, 'currency', o.currency, 'items', count(*),
        'productId', (array_agg(i.product_id order by i.id))[1],
        'productName', (array_agg(i.name order by i.id))[1]
      ) || ${JSON.stringify(data)}::jsonb
    from orders o join order_items i on i.order_id = o.id
    where o.id = ${orderId}
    group by o.id`)
}

const insertOrderEvent = prepareOnce(tx =>
  tx
    .insert(orderEvents)
    .values({
      orderId: sql.placeholder('orderId'),
      kind: sql.placeholder('kind'),
      detail: sql.placeholder('detail'),
      once: sql.placeholder('once'),
    })
    .onConflictDoNothing()
    .returning({ id: orderEvents.id })
    .prepare('insert_order_event'),
)
