import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { ReviewReason } from '#contract/sales/order.ts'
import type { Db } from '#server/db/client.ts'
import { orderEvents, orders, payments, profiles } from '#server/db/schema/index.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/queries.ts'
import { type RefundRow, findRefunds } from '../refunds/queries.ts'

/** An order that waits for a person, with what the person needs to decide. */
export interface OrderUnderReview {
  order: OrderRow
  sellerUsername: string
  why: ReviewReason | null
  /** Newest first. */
  payments: PaymentRow[]
  /** Newest first. */
  refunds: RefundRow[]
}

const selectOrders = (db: Db) =>
  db
    .select({ order: orders, sellerUsername: profiles.username })
    .from(orders)
    .innerJoin(profiles, eq(profiles.userId, orders.sellerId))

/** Orders in review, held by a fraud alert, or with a payment to give back; who waits longest comes first. */
export async function findOrdersInReview(db: Db, limit: number): Promise<OrderUnderReview[]> {
  // Each has an index of its own, which an `or` of them leaves aside.
  const waiting = union(
    db.select({ id: orders.id }).from(orders).where(eq(orders.state, 'review')),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNotNull(orders.heldAt), ne(orders.state, 'refunded'))),
    db
      .select({ id: payments.orderId })
      .from(payments)
      .where(and(eq(payments.refundDue, true), eq(payments.status, 'approved'))),
  )
  const found = await selectOrders(db)
    .where(inArray(orders.id, waiting))
    .orderBy(asc(orders.createdAt))
    .limit(limit)
  return complete(db, found)
}

/** Any one order, in review or not. */
export async function findOrderForReview(db: Db, orderId: string) {
  const [review] = await complete(db, await selectOrders(db).where(eq(orders.id, orderId)))
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return review && { ...review, events }
}

async function complete(
  db: Db,
  found: { order: OrderRow; sellerUsername: string }[],
): Promise<OrderUnderReview[]> {
  const ids = found.map(({ order }) => order.id)
  if (ids.length === 0) return []
  const attempts = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(payments.createdAt))
  const refunds = await findRefunds(db, ids)
  return found.map(({ order, sellerUsername }) => ({
    order,
    sellerUsername,
    why: ReviewReason.options.find(reason => reason === order.reviewReason) ?? null,
    payments: attempts.filter(({ orderId }) => orderId === order.id).toReversed(),
    refunds: refunds.filter(({ orderId }) => orderId === order.id),
  }))
}
