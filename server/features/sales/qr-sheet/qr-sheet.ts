import type { Currency } from '#contract/core/fields.ts'
import { buildPaymentLinkPath } from '#contract/orders/payment-link.ts'
import { type ProductFacts, quote } from '#contract/prices/quote.ts'
import type { Locale } from '#messages/runtime'
import { findPublicProduct } from '#server/features/storefront/service.ts'
import { findCouponByCode, findListPriceOf } from '#server/features/prices/service.ts'
import type { Database } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'

/** What the sheet of a product says. `price` is in whole units; `url` is that of the payment link. */
export interface QrSheet {
  id: number
  name: string
  username: string
  price: number
  /** Whether buyers choose the price, and this is the least. */
  isLeastPrice: boolean
  currency: Currency
  /** The code of the coupon that the link fills in, and the price without it; null without a coupon. */
  coupon: { code: string; listPrice: number } | null
  url: string
}

/**
 * Returns what the sheet of a seller's product says.
 * @param proposedPrice what the link proposes if buyers choose the price, in whole units
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if the product has no page or belongs to another seller;
 * ERROR_COUPON_UNKNOWN if the seller has no such coupon, ERROR_COUPON_PRODUCTS if it takes nothing off the product by
 * itself
 */
export async function buildQrSheet(
  { db, config: { publicOrigin, currency } }: Pick<Context, 'db' | 'config'>,
  sellerId: number,
  {
    id,
    locale,
    proposedPrice = 0,
    couponCode,
  }: {
    id: number
    locale: Locale
    proposedPrice?: number | undefined
    couponCode?: string | undefined
  },
): Promise<QrSheet> {
  const product = await findPublicProduct(db, id, locale)
  if (product?.sellerId !== sellerId) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
  const { name, username, price, isPriceDynamic } = product
  const isRaised = isPriceDynamic && proposedPrice > price
  const listPrice = isRaised ? proposedPrice : price
  const coupon =
    couponCode === undefined
      ? undefined
      : await applySellersCoupon(
          db,
          { sellerId, code: couponCode },
          {
            id,
            price: listPrice,
            listPrice: findListPriceOf(product),
            isPriceDynamic,
            parts: product.isPack ? [] : null,
          },
        )
  return {
    id,
    name,
    username,
    price: coupon?.price ?? listPrice,
    isLeastPrice: isPriceDynamic && !isRaised,
    currency,
    coupon: coupon ? { code: coupon.code, listPrice } : null,
    url:
      publicOrigin +
      buildPaymentLinkPath({
        ids: [id],
        price: isRaised ? proposedPrice : undefined,
        couponCode: coupon?.code,
        tag: 'qr',
      }),
  }
}

/** Returns the code of a seller's coupon, and what a product costs with it. */
async function applySellersCoupon(
  db: Database,
  key: { sellerId: number; code: string },
  product: ProductFacts,
): Promise<{ code: string; price: number }> {
  const coupon = await findCouponByCode(db, key)
  if (!coupon) throw new ApiError('ERROR_COUPON_UNKNOWN')
  const quoted = quote(
    { products: [product] },
    {
      products: [product],
      bumps: [],
      credits: [],
      coupon: { code: coupon.code, terms: coupon, refusal: null },
    },
  )
  if (quoted.coupon?.refusal !== null) throw new ApiError('ERROR_COUPON_PRODUCTS')
  return { code: coupon.code, price: quoted.total }
}
