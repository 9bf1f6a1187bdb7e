import { eq, sql } from 'drizzle-orm'
import { ORDER_EVENTS, type OrderEventData, type OrderEventKind } from '#contract/orders/events.ts'
import type { Db } from '#server/db/client.ts'
import { prepareOnce } from '#server/db/prepared.ts'
import { orderEvents } from '#server/db/schema/index.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { findOrder } from '#server/features/orders/queries.ts'

/** A stored event with its order as it is now. */
export type StoredEvent<K extends OrderEventKind = OrderEventKind> = {
  [P in K]: { id: number; kind: P; data: OrderEventData<P>; order: OrderRow }
}[K]

/** Finds an event; undefined if there is none, or only a later release knows its kind. */
export async function findOrderEvent(db: Db, id: number): Promise<StoredEvent | undefined> {
  const [event] = await selectOrderEvent(db).execute({ id })
  const order = event && (await findOrder(db, event.orderId))
  if (!order || !(event.kind in ORDER_EVENTS)) return undefined
  return { id, kind: event.kind, data: event.detail, order } as StoredEvent
}

const selectOrderEvent = prepareOnce(db =>
  db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.id, sql.placeholder('id')))
    .prepare('order_event'),
)
