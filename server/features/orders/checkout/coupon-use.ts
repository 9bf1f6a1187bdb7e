import { and, eq, inArray, isNull } from 'drizzle-orm'
import { couponUses, orders } from '#server/db/schema/index.ts'
import type { Transaction } from '#server/db/client.ts'
import {
  type CouponRow,
  type UserDigests,
  insertUse,
  isLimited,
  lockIfLimited,
} from '#server/features/prices/service.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import type { Context } from '#server/context.ts'
import { giveUpUnpaid } from '../replaced-orders.ts'
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
    await giveUpUnpaid(
      tx,
      and(eq(orders.browserHash, browserHash), inArray(orders.id, selectHolders(tx, locked.id))),
    )
  return locked
}

const selectHolders = (tx: Transaction, couponId: number) =>
  tx
    .select({ id: couponUses.orderId })
    .from(couponUses)
    .where(
      and(eq(couponUses.couponId, couponId), isNull(couponUses.paidAt), isNull(couponUses.freedAt)),
    )

/**
 * Holds a use of a coupon for an order as long as its payment page is open, or until somebody downloads what costs
 * nothing.
 */
export function holdUse(
  tx: Transaction,
  { id, expiresAt }: Pick<OrderRow, 'id' | 'expiresAt'>,
  use: { couponId: number; buyerDigest: string; networkDigest?: string },
): Promise<void> {
  return insertUse(tx, { orderId: id, ...use, heldUntil: expiresAt })
}

/** Computes by what the uses of a coupon by the buyer of a cart are recognized. */
export const digestUser = (
  { addressTokens }: Pick<Context, 'addressTokens'>,
  { payerEmail }: { payerEmail: string },
  { network }: { network: string },
): UserDigests => ({
  buyerDigest: addressTokens.digest(toMailbox(payerEmail)),
  networkDigest: addressTokens.digest(network),
})
