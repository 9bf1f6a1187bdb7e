import type { Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { AddressTokens } from '#server/mail/address-tokens.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import { requireOpen } from './check.ts'
import { type CouponRow, countUses, insertUse, lockCoupon } from './queries.ts'

/** The buyer of an order with a coupon. */
export interface CouponBuyer {
  payerEmail: string
  /** The digest of the cookie of the buyer's browser. */
  browserHash: string
}

/** A use of a coupon that is reserved for the order that the transaction inserts. */
export interface ReservedUse {
  coupon: CouponRow
  /** Stores the use with its order. */
  insert: (orderId: string) => Promise<void>
}

/**
 * Reserves a use of a coupon in the transaction that inserts the order: the coupon is locked, so that purchases at once
 * are counted one after the other. The use is held as long as `countUses` says.
 * @throws ApiError ERROR_COUPON_UNKNOWN if it was turned off;
 *   ERROR_COUPON_ENDED;
 *   ERROR_COUPON_USED_UP if all uses, or those of this buyer, are paid or held
 */
export async function reserveUse(
  tx: Transaction,
  addressTokens: AddressTokens,
  couponId: number,
  { payerEmail, browserHash }: CouponBuyer,
): Promise<ReservedUse> {
  const coupon = await lockCoupon(tx, couponId)
  if (!coupon || coupon.isOff) throw new ApiError('ERROR_COUPON_UNKNOWN')
  requireOpen(coupon)
  const buyerDigest = addressTokens.digest(toMailbox(payerEmail))
  const { all, ofBuyer } = await countUses(tx, couponId, { buyerDigest, browserHash })
  if (coupon.cap !== null && all >= coupon.cap) throw new ApiError('ERROR_COUPON_USED_UP')
  if (coupon.perBuyer !== null && ofBuyer >= coupon.perBuyer)
    throw new ApiError('ERROR_COUPON_BUYER')
  return { coupon, insert: orderId => insertUse(tx, { orderId, couponId, buyerDigest }) }
}
