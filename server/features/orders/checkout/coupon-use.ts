import { and, eq, isNull, sql } from 'drizzle-orm'
import { couponUses, orders, payments } from '#server/db/schema/index.ts'
import type { Transaction } from '#server/db/client.ts'
import {
  type CouponRow,
  insertUse,
  isLimited,
  lockIfLimited,
} from '#server/features/prices/service.ts'
import { recordOrderEvent } from '../events/record.ts'
import { transitionOrder } from '../queries.ts'
import type { OrderRow } from '../rules/rows.ts'

/**
 * Locks the coupon of an order that is being made, if its uses are counted. The orders by which the same browser holds
 * uses of it are replaced by this one: they are given up, and their payment pages closed. One that is just being paid
 * stays.
 * @returns the coupon as it is now; undefined if there is none any more
 */
export async function lockCoupon(
  tx: Transaction,
  coupon: CouponRow | undefined,
  browserHash: string,
): Promise<CouponRow | undefined> {
  if (!coupon) return undefined
  const locked = await lockIfLimited(tx, coupon)
  if (locked && isLimited(locked))
    for (const order of await lockReplacedOrders(tx, locked.id, browserHash)) {
      await transitionOrder(tx, order, 'expired')
      await recordOrderEvent(tx, order.id, 'expired')
    }
  return locked
}

/** An order that a payment is being applied to is locked, and so not replaced. */
const lockReplacedOrders = (tx: Transaction, couponId: number, browserHash: string) =>
  tx
    .select({ id: orders.id, state: orders.state })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .where(
      and(
        eq(couponUses.couponId, couponId),
        isNull(couponUses.paidAt),
        isNull(couponUses.freedAt),
        eq(orders.browserHash, browserHash),
        eq(orders.state, 'open'),
        sql`not exists (select 1 from ${payments} where ${payments.orderId} = ${orders.id}
          and ${payments.status} not in ('rejected', 'cancelled'))`,
      ),
    )
    .for('update', { of: orders, skipLocked: true })

/** Holds a use of a coupon for an order as long as its payment page is open; one that costs nothing is paid at once. */
export function holdUse(
  tx: Transaction,
  { id, expiresAt, approvedAt }: OrderRow,
  { couponId, buyerDigest }: { couponId: number; buyerDigest: string },
): Promise<void> {
  return insertUse(tx, {
    orderId: id,
    couponId,
    buyerDigest,
    heldUntil: expiresAt,
    paidAt: approvedAt,
  })
}
