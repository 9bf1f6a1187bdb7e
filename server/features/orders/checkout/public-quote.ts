import type * as z from 'zod/mini'
import type { Cart } from '#contract/orders/orders.ts'
import type { getQuote } from '#contract/orders/public-quote.ts'
import { quote } from '#contract/prices/quote.ts'
import type { Locale } from '#messages/runtime'
import { type CodeVisitor, findCoupon } from '#server/features/prices/service.ts'
import { listQuotedProducts } from '#server/features/storefront/service.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { findPackCredits } from './credit-use.ts'
import { readCartFacts } from './quote-facts.ts'

/** Who asks for a quote. `browserHash` is undefined if the browser has bought nothing. */
export interface QuoteVisitor extends CodeVisitor {
  locale: Locale
  browserHash: string | undefined
}

/**
 * Tells what a cart costs, with the products of the cart that have a page. Nothing is locked or held.
 * @throws ApiError DIFFERENT_SELLERS_PRODUCT if the products have several sellers; ERROR_TOO_MANY_REQUESTS as
 * `findCoupon`
 */
export async function quoteCart(
  context: Context,
  cart: Cart,
  { locale, browserHash, ...visitor }: QuoteVisitor,
): Promise<z.output<(typeof getQuote)['reply']>> {
  const products = await listQuotedProducts(
    context,
    cart.products.map(({ id }) => id),
    locale,
  )
  const [first] = products
  if (products.some(({ sellerId }) => sellerId !== first?.sellerId))
    throw new ApiError('DIFFERENT_SELLERS_PRODUCT')
  const coupon =
    first && cart.coupon !== undefined
      ? await findCoupon(context, { sellerId: first.sellerId, code: cart.coupon }, visitor)
      : undefined
  const credits = await findPackCredits(context, cart, browserHash)
  const { facts } = await readCartFacts(context.db, cart, { lock: false, coupon, credits })
  return {
    quote: quote(cart, facts),
    facts,
    products,
  }
}
