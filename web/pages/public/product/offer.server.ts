import type { ProductDetail } from '#contract/catalog/products.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { formatDate, formatPrice } from '#web/i18n/format.ts'

/**
 * Says until when an offer lasts and what the product costs then. Only the server does, so that visitors load no script for
 * it. Returns an empty text without an offer.
 */
export function describeOffer(
  { offer, currency }: Pick<ProductDetail, 'offer' | 'currency'>,
  locale: Locale,
): string {
  if (offer === null) return ''
  const texts = {
    // An offer that ends at midnight lasts until the day before.
    date: formatDate(Date.parse(offer.until) - 1),
    price: formatPrice(offer.listPrice, currency),
  }
  return offer.kind === 'launch'
    ? m.offer_launch_until(texts, { locale })
    : m.offer_until(texts, { locale })
}
