import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import type { Db } from '#server/db/client.ts'
import { orderItems, orders, payments } from '#server/db/schema/index.ts'
import { VOUCHER_TYPES } from '#server/features/orders/rules/order-detail.ts'

/**
 * Finds a seller's orders with a voucher that can still be paid, the next deadline first. Each row has the number and
 * the total in minor units of all these orders.
 */
export async function findOpenVouchers(
  db: Db,
  { sellerId, currency, limit }: { sellerId: number; currency: Currency; limit: number },
) {
  // An order that has two vouchers is listed once, with the later deadline.
  const open = db
    .selectDistinctOn([orders.id], {
      orderId: orders.id,
      number: orders.number,
      amountMinor: orders.totalMinor,
      deadline: payments.deadline,
    })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(
      and(
        eq(orders.sellerId, sellerId),
        eq(orders.state, 'open'),
        eq(orders.currency, currency),
        eq(payments.status, 'pending'),
        isNull(payments.problem),
        inArray(payments.methodType, [...VOUCHER_TYPES]),
        or(isNull(payments.deadline), gt(payments.deadline, sql`now()`)),
      ),
    )
    .orderBy(orders.id, desc(payments.deadline))
    .as('open_vouchers')
  return db
    .select({
      orderId: open.orderId,
      number: open.number,
      amountMinor: open.amountMinor,
      deadline: open.deadline,
      count: sql<number>`(count(*) over ())::int`,
      totalMinor: sql<number>`(sum(${open.amountMinor}) over ())::float8`,
    })
    .from(open)
    .orderBy(asc(open.deadline), asc(open.orderId))
    .limit(limit)
}

/** Finds the names of the products of orders. */
export function findProductNames(db: Db, orderIds: string[]) {
  return db
    .select({ orderId: orderItems.orderId, name: orderItems.name })
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(asc(orderItems.id))
}
