import { and, desc, eq, gte, inArray, isNotNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, payments, productViews, products } from '#server/db/schema/index.ts'

/** The newest attempt's status, beside each order. */
const newestStatus = sql<
  string | null
>`(select ${payments.status} from ${payments} where ${payments.orderId} = ${orders.id} order by ${payments.providerCreatedAt} desc nulls last, ${payments.createdAt} desc limit 1)`

/** Orders that became something: not those that were opened and left. */
const worthShowing = or(notInArray(orders.state, ['open', 'expired']), isNotNull(newestStatus))

/** Sold items, newest first, from before the item `beforeItem`. */
export function findSales(
  db: Db,
  sellerId: number,
  {
    from,
    to,
    beforeItem,
    limit,
  }: {
    from?: Date | undefined
    to?: Date | undefined
    beforeItem?: number | undefined
    limit: number
  },
) {
  return db
    .select({
      itemId: orderItems.id,
      orderId: orders.id,
      createdAt: orders.createdAt,
      state: orders.state,
      newestStatus,
      payerEmail: orders.payerEmail,
      currency: orders.currency,
      productId: orderItems.productId,
      productName: orderItems.name,
      priceMinor: orderItems.priceMinor,
      feeMinor: orderItems.feeMinor,
      sellerShareMinor: orderItems.sellerShareMinor,
      providerFeeMinor: orderItems.providerFeeMinor,
      netMinor: orderItems.netMinor,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.sellerId, sellerId),
        worthShowing,
        from && gte(orders.createdAt, from),
        to && lt(orders.createdAt, to),
        beforeItem === undefined ? undefined : lt(orderItems.id, beforeItem),
      ),
    )
    .orderBy(desc(orderItems.id))
    .limit(limit)
}

export type SaleRow = Awaited<ReturnType<typeof findSales>>[number]

const day = sql<string>`to_char(${orders.approvedAt} at time zone 'utc', 'YYYY-MM-DD')`
const total = (amount: AnyPgColumn) => sql<number>`coalesce(sum(${amount}), 0)::float8`

/** Approved items by the day (UTC) of their approval. */
export function sumApprovedByDay(db: Db, sellerId: number, from: Date | undefined) {
  return db
    .select({
      date: day,
      count: sql<number>`count(*)::int`,
      grossMinor: total(orderItems.priceMinor),
      feeMinor: total(orderItems.feeMinor),
      sellerShareMinor: total(orderItems.sellerShareMinor),
      providerFeeMinor: total(orderItems.providerFeeMinor),
      refundedMinor: total(orderItems.refundedMinor),
      netMinor: total(orderItems.netMinor),
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'approved'),
        from && gte(orders.approvedAt, from),
      ),
    )
    .groupBy(day)
}

/** What went back to buyers of orders that are no longer approved. */
export async function sumGivenBack(
  db: Db,
  sellerId: number,
  from: Date | undefined,
): Promise<number> {
  const [row] = await db
    .select({ refundedMinor: total(orderItems.refundedMinor) })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orders.sellerId, sellerId),
        inArray(orders.state, ['refunded', 'charged_back']),
        from && gte(orders.approvedAt, from),
      ),
    )
  return row?.refundedMinor ?? 0
}

export function sumViewsByDay(db: Db, sellerId: number, from: Date | undefined) {
  return db
    .select({ date: productViews.day, views: sql<number>`sum(${productViews.count})::int` })
    .from(productViews)
    .innerJoin(products, eq(products.id, productViews.productId))
    .where(
      and(
        eq(products.sellerId, sellerId),
        from && gte(productViews.day, from.toISOString().slice(0, 10)),
      ),
    )
    .groupBy(productViews.day)
}
