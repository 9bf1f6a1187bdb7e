import { isRefundDue, hasCommissionReview } from '../queries.ts'
import { type SQL, and, asc, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { parseOrderNumber } from '#contract/orders/order-number.ts'
import { ReviewReason } from '#contract/orders/events.ts'
import type { Db } from '#server/db/client.ts'
import {
  orderEvents,
  orderItems,
  orders,
  payments,
  products,
  profiles,
} from '#server/db/schema/index.ts'
import { HELD_STATUSES } from '#server/db/payment-statuses.ts'
import type { OrderRow, PaymentRow } from '#server/features/orders/rules/rows.ts'
import { isOrderId } from '#server/features/orders/queries.ts'
import { type RefundRow, findRefunds } from '../refunds/queries.ts'
import { countWaitingPayments } from '../unmatched-queries.ts'

/** A page of a list: how many rows it has at most, and how many rows precede it. */
export interface Page {
  limit: number
  offset: number
}

/** An order that waits for an admin's decision, with the data that the admin needs. */
export interface OrderUnderReview {
  order: OrderRow
  sellerUsername: string
  why: ReviewReason | null
  /** The payments of the order, newest first. */
  payments: PaymentRow[]
  /** The refunds of the order, newest first. */
  refunds: RefundRow[]
  items: (Pick<
    typeof orderItems.$inferSelect,
    'id' | 'orderId' | 'name' | 'priceMinor' | 'refundedMinor'
  > &
    Pick<typeof products.$inferSelect, 'imageKey'>)[]
}

const selectOrders = (db: Db) =>
  db
    .select({ order: orders, sellerUsername: profiles.username })
    .from(orders)
    .innerJoin(profiles, eq(profiles.userId, orders.sellerId))

/** Marks a delivered order as one whose commission was not deducted as agreed. */
export async function setCommissionReview(tx: Db, orderId: string): Promise<void> {
  await tx.update(orders).set({ reviewReason: 'another_commission' }).where(eq(orders.id, orderId))
}

/**
 * Selects the ids of the orders that need an admin. A union of four queries uses the partial index of each condition;
 * one query with `or` would scan all orders.
 */
const waitingOrderIds = (db: Db) =>
  union(
    db.select({ id: orders.id }).from(orders).where(eq(orders.state, 'review')),
    db
      .select({ id: orders.id })
      .from(orders)
      .where(and(isNotNull(orders.heldAt), ne(orders.state, 'refunded'))),
    db.select({ id: payments.orderId }).from(payments).where(isRefundDue),
    db.select({ id: orders.id }).from(orders).where(hasCommissionReview),
  )

/** Counts the orders that need an admin, the payments that must be given back, and those without an order. */
export async function countOrdersInReview(
  db: Db,
): Promise<{ reviews: number; refundsDue: number; unmatchedPayments: number }> {
  const [reviews, refundsDue, unmatched] = await Promise.all([
    db.$count(waitingOrderIds(db).as('waiting')),
    db.$count(payments, isRefundDue),
    countWaitingPayments(db),
  ])
  return { reviews, refundsDue, unmatchedPayments: unmatched }
}

/** Whether the seller has money of the order's buyer. */
const isMoneyTaken = sql`exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
  and ${inArray(payments.status, HELD_STATUSES)})`

/**
 * Finds orders in review, orders held by a fraud alert, orders with a payment that is due for refund, and
 * orders whose commission was not deducted as agreed. Those whose
 * buyer has paid come first, then the oldest.
 */
export async function findOrdersInReview(db: Db, page: Page): Promise<OrderUnderReview[]> {
  const rows = await selectOrders(db)
    .where(inArray(orders.id, waitingOrderIds(db)))
    .orderBy(desc(isMoneyTaken), asc(orders.createdAt), asc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return addDetails(db, rows)
}

/** Finds the orders with a buyer's email, a payment's id, or an order's id or number, in any state, newest first. */
export async function searchOrders(db: Db, text: string, page: Page): Promise<OrderUnderReview[]> {
  const rows = await selectOrders(db)
    .where(matchesOrder(db, text.trim().toLowerCase()))
    .orderBy(desc(orders.createdAt), asc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return addDetails(db, rows)
}

function matchesOrder(db: Db, text: string): SQL | undefined {
  if (/^\d{1,30}$/.test(text)) {
    const paid = db.select({ id: payments.orderId }).from(payments).where(eq(payments.id, text))
    // A number of eight digits can also be an order's number.
    return or(inArray(orders.id, paid), eq(orders.number, parseOrderNumber(text) ?? ''))
  }
  if (isOrderId(text)) return eq(orders.id, text)
  const number = parseOrderNumber(text)
  return number ? eq(orders.number, number) : eq(orders.payerEmail, text)
}

/** Finds any order with its history, whether or not it is in review. */
export async function findOrderForReview(db: Db, orderId: string) {
  const rows = await selectOrders(db).where(eq(orders.id, orderId))
  const [review] = await addDetails(db, rows)
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return review && { ...review, events }
}

async function addDetails(
  db: Db,
  rows: { order: OrderRow; sellerUsername: string }[],
): Promise<OrderUnderReview[]> {
  const ids = rows.map(({ order }) => order.id)
  if (ids.length === 0) return []
  const attempts = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(payments.createdAt))
  const refunds = await findRefunds(db, ids)
  const { id, orderId, name, priceMinor, refundedMinor } = orderItems
  const items = await db
    .select({ id, orderId, name, priceMinor, refundedMinor, imageKey: products.imageKey })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.id))
  return rows.map(({ order, sellerUsername }) => ({
    order,
    sellerUsername,
    why: ReviewReason.options.find(reason => reason === order.reviewReason) ?? null,
    payments: attempts.filter(attempt => attempt.orderId === order.id).toReversed(),
    refunds: refunds.filter(refund => refund.orderId === order.id),
    items: items.filter(item => item.orderId === order.id),
  }))
}

/** Puts an order on hold because of a fraud alert. A second alert does not change the time of the hold. */
export async function setFraudHold(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ heldAt: sql`coalesce(${orders.heldAt}, now())`, reviewReason: 'fraud_alert' })
    .where(eq(orders.id, orderId))
}

/** Ends the hold on an order and makes it due for reconciliation. */
export async function clearFraudHold(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orders)
    .set({ heldAt: null, reviewReason: null, nextCheckAt: sql`now()` })
    .where(eq(orders.id, orderId))
}

/** Stores the total and the commission of an order, in minor units of its currency. */
export async function saveAmounts(
  tx: Db,
  orderId: string,
  amounts: Pick<OrderRow, 'currency' | 'totalMinor' | 'feeMinor'>,
): Promise<void> {
  const discount = sql`(select sum(${orderItems.discountMinor}) from ${orderItems}
    where ${orderItems.orderId} = ${orders.id})`
  await tx
    .update(orders)
    .set({
      ...amounts,
      couponMinor: sql`case when ${orders.couponMinor} is not null
        then greatest(1, least(${orders.couponMinor}, ${discount})) end`,
    })
    .where(eq(orders.id, orderId))
}

/**
 * Stores the price of an order item and its split between marketplace and seller. The price without a discount stays,
 * if it is higher than the new one and in the same currency.
 */
export async function saveItemPrice(
  tx: Db,
  itemId: number,
  price: Pick<
    typeof orderItems.$inferSelect,
    'currency' | 'priceMinor' | 'feeMinor' | 'feePercent' | 'sellerShareMinor'
  >,
): Promise<void> {
  const discount = sql`case when ${orderItems.currency} = ${price.currency}
    then greatest(${orderItems.listPriceMinor} - ${price.priceMinor}::bigint, 0) else 0 end`
  await tx
    .update(orderItems)
    .set({
      ...price,
      listPriceMinor: sql`case when ${discount} > 0 then ${orderItems.listPriceMinor} end`,
      discountMinor: sql`coalesce(${discount}, 0)`,
      forgoneFeeMinor: sql`case when ${orderItems.currency} = ${price.currency} then ${orderItems.forgoneFeeMinor}
        else 0 end`,
    })
    .where(eq(orderItems.id, itemId))
}
