import { type AnyPgColumn } from 'drizzle-orm/pg-core'
import { type SQL, and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { orderCredits, orderItems, orders, payments } from '#server/db/schema/index.ts'
import type { OrderState } from './rules/payment-state.ts'

/** What an item of an earlier order gives for a pack that another order completes, in minor units. */
export interface OrderCredit {
  packId: number
  itemId: number
  amountMinor: number
}

/**
 * The condition for an order whose buyer has not tried to pay it, so that it can be given up for another one.
 * @param order the table of orders or an alias of it
 */
export const isUntried = (order: { id: AnyPgColumn; state: AnyPgColumn }): SQL<boolean> =>
  sql`(${order.state} = 'open' and not exists (select 1 from ${payments}
    where ${payments.orderId} = ${order.id} and ${payments.status} not in ('rejected', 'cancelled')))`

/** @throws Error (unique violation) if an item gives another credit */
export async function insertCredits(
  tx: Db,
  orderId: string,
  credits: readonly OrderCredit[],
): Promise<void> {
  if (credits.length > 0)
    await tx.insert(orderCredits).values(credits.map(credit => ({ ...credit, orderId })))
}

/** The condition that an item gives a credit in some order. */
const isCredited = sql`exists (select 1 from ${orderCredits} other
  where other.item_id = ${orderCredits.itemId} and other.freed_at is null)`

/** The condition that a credit that was freed is gone: another order uses it, or its item was refunded. */
const isGone = sql`(${isCredited} or not exists (
  select 1 from ${orderItems} item join ${orders} source on source.id = item.order_id
  where item.id = ${orderCredits.itemId} and source.state = 'approved'
    and item.price_minor - item.refunded_minor >= ${orderCredits.amountMinor}))`

/** Lets the credits of an order that completes a pack follow its state. One that is gone does not come back. */
export async function moveCredits(tx: Db, orderId: string, to: OrderState): Promise<void> {
  if (to === 'approved')
    await tx
      .update(orderCredits)
      .set({ freedAt: null })
      .where(
        and(eq(orderCredits.orderId, orderId), isNotNull(orderCredits.freedAt), sql`not ${isGone}`),
      )
  else if (to === 'expired' || to === 'refunded' || to === 'charged_back')
    await tx
      .update(orderCredits)
      .set({ freedAt: sql`now()` })
      .where(and(eq(orderCredits.orderId, orderId), isNull(orderCredits.freedAt)))
}

/** Frees the credits of the packs of an order of which all parts that it sold were refunded. */
export async function freeReturnedCredits(tx: Db, orderId: string): Promise<void> {
  await tx
    .update(orderCredits)
    .set({ freedAt: sql`now()` })
    .where(
      and(
        eq(orderCredits.orderId, orderId),
        isNull(orderCredits.freedAt),
        sql`not exists (select 1 from ${orderItems} where ${orderItems.orderId} = ${orderId}
          and ${orderItems.packId} = ${orderCredits.packId}
          and ${orderItems.refundedMinor} < ${orderItems.priceMinor})`,
      ),
    )
}

/**
 * Tells whether an order that is being paid was given up, and something that its price counted on is gone: another
 * order uses the credit, or its item was refunded.
 */
export async function isCreditLost(tx: Db, orderId: string): Promise<boolean> {
  const lost = await tx
    .select({ one: sql`1` })
    .from(orderCredits)
    .where(and(eq(orderCredits.orderId, orderId), isNotNull(orderCredits.freedAt), isGone))
    .limit(1)
  return lost.length > 0
}

/** A credit that an item of an order gives, with the order that completes a pack by it. */
export interface CreditInUse {
  itemId: number
  amountMinor: number
  orderId: string
  number: string
  packName: string
  /** Whether the other order can be given up, since its buyer has not tried to pay it. */
  isUntried: boolean
}

/** Finds what the items of orders give now for packs that other orders complete. */
export function findCreditsInUse(db: Db, orderIds: readonly string[]): Promise<CreditInUse[]> {
  return db
    .select({
      itemId: orderCredits.itemId,
      amountMinor: orderCredits.amountMinor,
      orderId: orders.id,
      number: orders.number,
      packName: sql<string>`(select min(sold.pack_name) from ${orderItems} sold
        where sold.order_id = ${orders.id} and sold.pack_id = ${orderCredits.packId})`,
      isUntried: isUntried(orders),
    })
    .from(orderItems)
    .innerJoin(orderCredits, eq(orderCredits.itemId, orderItems.id))
    .innerJoin(orders, eq(orders.id, orderCredits.orderId))
    .where(and(inArray(orderItems.orderId, [...orderIds]), isNull(orderCredits.freedAt)))
    .orderBy(orderCredits.itemId)
}
