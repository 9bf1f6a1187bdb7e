import { type BuyerEmail, ORDER_EVENTS, type OrderEventKind } from '#contract/orders/events.ts'
import type { EmailTopic } from '#contract/order-emails.ts'
import type { Db } from '#server/db/client.ts'
import { isMuted } from '#server/mail/muted-emails.ts'

const ORDER_TOPICS: Partial<Record<BuyerEmail, EmailTopic & ('payment' | 'files')>> = {
  about_paying: 'payment',
  about_files: 'files',
}

/** Returns the topic of the emails about an event of a kind; undefined if these cannot be stopped. */
export function findTopic(kind: OrderEventKind) {
  const { buyer } = ORDER_EVENTS[kind]
  return buyer && ORDER_TOPICS[buyer]
}

/** Tells whether the buyer of an order wants no emails about events of a kind. */
export async function isEventMuted(
  db: Db,
  kind: OrderEventKind,
  orderId: string,
): Promise<boolean> {
  const topic = findTopic(kind)
  return topic !== undefined && isMuted(db, orderId, topic)
}
