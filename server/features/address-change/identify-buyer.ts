import { PURCHASE_COOKIE_DAYS } from '#server/features/orders/checkout/checkout.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { ApiError } from '#server/http/api-error.ts'
import { findOrder } from '#server/features/orders/queries.ts'
import type { Context } from '#server/context.ts'

/**
 * Tells whether a visitor with the link to an order uses the browser that made the order. That browser may also use a
 * link that was replaced, since a stranger at a mistyped address can have it replaced.
 * @throws ApiError PAYMENT_NOT_FOUND if the token is invalid; ERROR_ORDER_LINK_REPLACED if another browser has a link
 * that was replaced
 */
export async function identifyBuyer(
  { db, orderTokens }: Context,
  token: string,
  browserHash: string | undefined,
): Promise<{ orderId: string; requester: 'browser' | 'link' }> {
  const id = orderTokens.parseOrderId(token)
  const order = id && (await findOrder(db, id))
  if (!order) throw new ApiError('PAYMENT_NOT_FOUND')
  const link = orderTokens.identify(token, order)
  if (!link) throw new ApiError('PAYMENT_NOT_FOUND')
  const ageMs = Date.now() - order.createdAt.getTime()
  const isBuyersBrowser =
    order.browserHash !== null &&
    order.browserHash === browserHash &&
    ageMs < PURCHASE_COOKIE_DAYS * DAY_MS
  if (link === 'former' && !isBuyersBrowser) throw new ApiError('ERROR_ORDER_LINK_REPLACED')
  return { orderId: order.id, requester: isBuyersBrowser ? 'browser' : 'link' }
}
