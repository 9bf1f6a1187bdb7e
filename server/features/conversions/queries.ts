import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type {
  ConversionState,
  ReceiverAnswer,
  ReceiverForm,
  ReceiverKind,
} from '#contract/conversions.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Db } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import {
  conversionEvents,
  conversionReceivers,
  orderItems,
  orders,
} from '#server/db/schema/index.ts'

/** The number of events that a seller sees. */
const LISTED_EVENTS = 50
/** The number of days for which receivers take an event. Source: Meta, `event_time` is at most 7 days old. */
export const SENDING_DAYS = 7
/** The number of days for which events are kept. A refund is reported only while the event of its purchase is there. */
const KEPT_DAYS = 400
/** After this number of refused events in a row, a receiver is switched off. */
const MAX_REFUSALS = 5
/** The number of events that are sent again at most when a receiver is repaired. */
const MAX_RESUMED = 10_000

export type ReceiverRow = typeof conversionReceivers.$inferSelect

export function findReceivers(db: Db, sellerId: number): Promise<ReceiverRow[]> {
  return db
    .select()
    .from(conversionReceivers)
    .where(eq(conversionReceivers.sellerId, sellerId))
    .orderBy(conversionReceivers.id)
}

/** Finds the last events of some receivers, the newest first. */
export function findLastEvents(db: Db, receiverIds: number[]) {
  return db
    .select({
      id: conversionEvents.id,
      receiverId: conversionEvents.receiverId,
      kind: conversionEvents.kind,
      orderId: conversionEvents.orderId,
      orderNumber: orders.number,
      state: conversionEvents.state,
      answer: conversionEvents.answer,
      message: conversionEvents.message,
      createdAt: conversionEvents.createdAt,
    })
    .from(conversionEvents)
    .innerJoin(orders, eq(orders.id, conversionEvents.orderId))
    .where(inArray(conversionEvents.receiverId, receiverIds))
    .orderBy(desc(conversionEvents.id))
    .limit(LISTED_EVENTS)
}

/** Inserts a receiver, or replaces the one of the same kind, and turns it on. Returns its id. */
export async function upsertReceiver(
  db: Db,
  sellerId: number,
  receiver: ReceiverForm,
): Promise<number> {
  const values = { ...receiver, savedAt: sql`now()`, refusals: 0, offAt: null, lastAnswer: null }
  const [row] = await db
    .insert(conversionReceivers)
    .values({ sellerId, ...values })
    .onConflictDoUpdate({
      target: [conversionReceivers.sellerId, conversionReceivers.kind],
      set: values,
    })
    .returning({ id: conversionReceivers.id })
  return row!.id
}

export async function deleteReceiverRow(
  db: Db,
  sellerId: number,
  kind: ReceiverKind,
): Promise<void> {
  await db
    .delete(conversionReceivers)
    .where(and(eq(conversionReceivers.sellerId, sellerId), eq(conversionReceivers.kind, kind)))
}

/** Deletes the receivers of a seller, with their secrets and events. */
export async function deleteConversionReceivers(db: Db, sellerId: number): Promise<void> {
  await db.delete(conversionReceivers).where(eq(conversionReceivers.sellerId, sellerId))
}

/** Lets the events of the last week wait again that a receiver did not take. Returns their ids. */
export async function resumeEvents(db: Db, receiverId: number): Promise<number[]> {
  const ofReceiver = db
    .select({ id: conversionEvents.id })
    .from(conversionEvents)
    .where(
      and(
        eq(conversionEvents.receiverId, receiverId),
        inArray(conversionEvents.state, ['refused', 'paused']),
        gt(conversionEvents.createdAt, daysAgo(SENDING_DAYS)),
      ),
    )
    .limit(MAX_RESUMED)
  const rows = await db
    .update(conversionEvents)
    .set({ state: 'waiting' })
    .where(inArray(conversionEvents.id, ofReceiver))
    .returning({ id: conversionEvents.id })
  return rows.map(({ id }) => id)
}

/** Finds a waiting event with its receiver, what was bought, and the state of the purchase that a refund takes back. */
export async function findWaitingEvent(db: Db, eventId: number) {
  const [row] = await db
    .select({
      event: conversionEvents,
      receiver: conversionReceivers,
      order: { totalMinor: orders.totalMinor, currency: orders.currency },
      purchaseState: sql<ConversionState | null>`(
        select p.state from conversion_events p where p.receiver_id = ${conversionEvents.receiverId}
          and p.order_id = ${conversionEvents.orderId} and p.kind = 'purchase')`,
      productIds: sql<number[]>`array(
        select coalesce(i.pack_id, i.product_id) from ${orderItems} i
        where i.order_id = ${orders.id} group by 1 order by min(i.id))`,
    })
    .from(conversionEvents)
    .innerJoin(conversionReceivers, eq(conversionReceivers.id, conversionEvents.receiverId))
    .innerJoin(orders, eq(orders.id, conversionEvents.orderId))
    .where(and(eq(conversionEvents.id, eventId), eq(conversionEvents.state, 'waiting')))
  return row
}

/** Records what became of an event. An event that is not waiting any more stays as it is. */
export async function updateEvent(
  db: Db,
  eventId: number,
  change: { state?: ConversionState; answer?: ReceiverAnswer; message?: string },
): Promise<void> {
  await db
    .update(conversionEvents)
    .set(change)
    .where(and(eq(conversionEvents.id, eventId), eq(conversionEvents.state, 'waiting')))
}

/**
 * Counts an answer of a receiver, and switches it off after too many refusals in a row. An answer to an earlier id or
 * secret, which was saved anew meanwhile, does not count.
 * @returns whether this answer has switched the receiver off
 */
export async function countAnswer(
  db: Db,
  { id, savedAt }: Pick<ReceiverRow, 'id' | 'savedAt'>,
  answer: ReceiverAnswer,
): Promise<boolean> {
  const isRefusal = answer !== 'accepted'
  const refusals = isRefusal ? sql`${conversionReceivers.refusals} + 1` : 0
  const [row] = await db
    .update(conversionReceivers)
    .set({
      lastAnswer: answer,
      refusals,
      ...(isRefusal && {
        offAt: sql`case when ${conversionReceivers.refusals} + 1 >= ${MAX_REFUSALS}
          then coalesce(${conversionReceivers.offAt}, now()) end`,
      }),
    })
    .where(
      and(
        eq(conversionReceivers.id, id),
        // The column has microseconds, which a Date has not.
        sql`date_trunc('milliseconds', ${conversionReceivers.savedAt}) = ${savedAt}`,
      ),
    )
    .returning({ refusals: conversionReceivers.refusals })
  return isRefusal && row?.refusals === MAX_REFUSALS
}

/** Deletes events that are older than any refund of their orders. */
export async function purgeConversionEvents(db: Db): Promise<void> {
  await deleteInBatches(db, conversionEvents, lt(conversionEvents.createdAt, daysAgo(KEPT_DAYS)))
}
