import type { Purchase } from '#contract/orders/orders.ts'
import { type Quote, type QuoteFacts, isWorse, quote } from '#contract/prices/quote.ts'
import { ApiError } from '#server/http/api-error.ts'

/**
 * Computes the quote of an order, and requires that the buyer has seen it or has named no less.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is no longer for sale;
 *   ERROR_PRICE_CHANGED with the new quote, if it is worse than what the page showed, a coupon takes nothing off, or
 *     the cart cannot be ordered;
 *   ERROR_ALREADY_BOUGHT if the buyer has all of a pack that is completed and does not say that it is bought again;
 *   INVALID_DATA if a buyer who saw no quote offers less than the seller asks
 */
export function requireQuote(cart: Purchase, facts: QuoteFacts): Quote {
  const missing = cart.products.find(({ id }) => facts.products.every(product => product.id !== id))
  if (missing) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${missing.id}`)
  if (!cart.buyAgain && cart.products.some(wanted => wanted.completes && hasAll(wanted.id, facts)))
    throw new ApiError('ERROR_ALREADY_BOUGHT')
  const quoted = quote(cart, facts)
  const seen = cart.seen ?? assumeSeen(cart, facts, quoted)
  if (isWorse(quoted, seen)) throw refuseQuote(quoted, facts)
  return quoted
}

/** The error that shows a buyer a quote before it is paid. */
export const refuseQuote = (quoted: Quote, facts: QuoteFacts): ApiError =>
  new ApiError('ERROR_PRICE_CHANGED', JSON.stringify(quoted), {
    newQuote: { quote: quoted, facts },
  })

function hasAll(packId: number, { products, credits }: QuoteFacts): boolean {
  const parts = products.find(({ id }) => id === packId)?.parts
  return (
    parts?.every(part =>
      credits.some(credit => credit.packId === packId && credit.partId === part.id),
    ) ?? false
  )
}

/**
 * What a program that names no quote agrees to: the prices of the moment. A price that the buyer chooses must be one
 * that the seller takes, and one for a product that has a fixed price tells that the program knows another one.
 * @throws ApiError INVALID_DATA
 */
function assumeSeen({ products }: Purchase, facts: QuoteFacts, { lines, total }: Quote) {
  const seenLines = lines.map(({ id, price, why }) => {
    const { dynamicPrice } = products.find(wanted => wanted.id === id)!
    const product = facts.products.find(product => product.id === id)!
    if (why === 'completion' || price === 0) return { id, price, partIds: null }
    if (!product.isPriceDynamic)
      return { id, price: dynamicPrice === undefined ? price : -1, partIds: null }
    if ((dynamicPrice ?? 0) < product.price)
      throw new ApiError('INVALID_DATA', `product ${id}: offer below the asked price`)
    return { id, price, partIds: null }
  })
  return { total, lines: seenLines }
}
