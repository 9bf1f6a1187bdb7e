import type { Currency } from '#contract/core/fields.ts'
import { buildPaymentLinkPath } from '#contract/orders/payment-link.ts'
import type { Locale } from '#messages/runtime'
import { findPublicProduct } from '#server/features/catalog/service.ts'
import type { OrdersDeps } from '#server/features/orders/deps.ts'
import { ApiError } from '#server/http/api-error.ts'

/** What the sheet of a product says. `price` is in whole units; `url` is that of the payment link. */
export interface QrSheet {
  id: number
  name: string
  username: string
  price: number
  /** Whether buyers choose the price, and this is the least. */
  isLeastPrice: boolean
  currency: Currency
  url: string
}

/**
 * Returns what the sheet of a seller's product says.
 * @param proposedPrice what the link proposes if buyers choose the price, in whole units
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product has no page or belongs to another seller
 */
export async function buildQrSheet(
  { db, publicOrigin, currency }: Pick<OrdersDeps, 'db' | 'publicOrigin' | 'currency'>,
  sellerId: number,
  {
    id,
    locale,
    proposedPrice = 0,
  }: { id: number; locale: Locale; proposedPrice?: number | undefined },
): Promise<QrSheet> {
  const product = await findPublicProduct(db, id, locale)
  if (product?.sellerId !== sellerId) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  const { name, username, price, isPriceDynamic } = product
  const isRaised = isPriceDynamic && proposedPrice > price
  return {
    id,
    name,
    username,
    price: isRaised ? proposedPrice : price,
    isLeastPrice: isPriceDynamic && !isRaised,
    currency,
    url:
      publicOrigin +
      buildPaymentLinkPath({
        ids: [id],
        price: isRaised ? proposedPrice : undefined,
        tag: 'qr',
      }),
  }
}
