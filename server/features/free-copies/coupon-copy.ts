import type { CouponCopyForm } from '#contract/free-copies.ts'
import { sum } from '#contract/core/sum.ts'
import { findParts } from '#server/features/prices/service.ts'
import { type CodeVisitor, findUsableCoupon } from '#server/features/prices/service.ts'
import { reserveUse } from '#server/features/prices/service.ts'
import { requireOneSeller } from '#server/features/orders/checkout/checkout.ts'
import { priceCart } from '#server/features/orders/checkout/pricing.ts'
import {
  findProductsForSale,
  lockProductsForShare,
} from '#server/features/orders/checkout/queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toMailbox } from '#server/mail/mailbox.ts'
import type { Context } from '#server/context.ts'
import { BY_MAILBOX_AND_PRODUCT, type CopyOrigin, countCopy, countRequest } from './request-copy.ts'
import { giveOnce, insertFreeOrder } from './send-copy.ts'

/**
 * Emails the link to the files of products that a coupon makes free, under the limits of free products. The use of the
 * coupon is counted in the transaction that makes the order. A mailbox has one order of the same products by a coupon:
 * a repeated request emails its link again.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND or DIFFERENT_SELLERS_PRODUCT as at a purchase;
 *   as `findUsableCoupon`, `reserveUse` and `priceCart`;
 *   ERROR_COUPON_CHANGED if the products are not free by it;
 *   ERROR_TOO_MANY_REQUESTS if too many requests come from the IP address or the network, or too many emails with free
 *     files went out lately
 */
export async function requestCouponCopy(
  context: Context,
  { email, code, products: ids }: CouponCopyForm,
  origin: CopyOrigin & CodeVisitor,
): Promise<void> {
  const { db, limiter, addressTokens } = context
  const forSale = await findProductsForSale(db, ids)
  const { sellerId } = requireOneSeller(ids, forSale)
  await countRequest(limiter, origin)
  const coupon = await findUsableCoupon(context, { sellerId, code }, origin)
  await countCopy(context, sellerId)
  const mailboxDigest = addressTokens.digest(toMailbox(email))
  const key = `coupon-copy:${coupon.id}:${ids.toSorted((a, b) => a - b).join()}:${mailboxDigest}`
  if (!(await limiter.tryConsume(BY_MAILBOX_AND_PRODUCT, key))) return
  const packIds = forSale.filter(({ isPack }) => isPack).map(({ id }) => id)
  await giveOnce(context, key, async (tx, requestKey) => {
    const products = await lockProductsForShare(tx, ids, packIds)
    const parts = packIds.length > 0 ? await findParts(tx, packIds) : []
    // No browser is known: the mailbox is what has an order.
    const buyer = { payerEmail: email, browserHash: '' }
    const use = await reserveUse(tx, addressTokens, coupon.id, buyer)
    const cart = {
      payerEmail: email,
      products: ids.map(id => {
        const product = products.find(product => product.id === id)
        return { id, ...(product?.isPriceDynamic && { dynamicPrice: product.price }) }
      }),
    }
    const { lines, couponMinor } = priceCart(context.config, cart, {
      products,
      parts,
      coupon: use.coupon,
    })
    if (sum(lines.map(({ priceMinor }) => priceMinor)) > 0)
      throw new ApiError('ERROR_COUPON_CHANGED', 'not free')
    const order = { sellerId, payerEmail: email, language: origin.locale, requestKey }
    const id = await insertFreeOrder(
      context,
      tx,
      { ...order, couponCode: use.coupon.code, couponMinor },
      lines,
    )
    await use.insert(id)
  })
}
