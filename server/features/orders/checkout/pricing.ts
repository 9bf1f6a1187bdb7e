import type { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import {
  type CommissionTier,
  calculateCommission,
  findCommissionTier,
  toMinor,
} from '#contract/core/money.ts'
import type { Purchase } from '#contract/orders/orders.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { LockedProduct } from './queries.ts'

/**
 * Computes the prices of a cart from the products' current prices, never from the prices that the buyer saw, and splits
 * each price between marketplace and seller. A price that has fallen since the buyer saw it is charged as it is now.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is no longer for sale; ERROR_PRICE_CHANGED if the buyer would pay
 * another price than the page showed and not a lower one; INVALID_DATA if the buyer offers less than the seller asks
 */
export function priceCart(
  { commissionTiers, currency }: { commissionTiers: readonly CommissionTier[]; currency: Currency },
  cart: Purchase,
  products: LockedProduct[],
) {
  const lines = cart.products.map(wanted => {
    const product = products.find(({ id }) => id === wanted.id)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${wanted.id}`)
    return { wanted, product }
  })
  const changedPrices = lines
    .filter(({ wanted, product }) => isChanged(wanted, product))
    .map(({ product: { id, price, isPriceDynamic } }) => ({ id, price, isPriceDynamic }))
  if (changedPrices.length > 0)
    throw new ApiError('ERROR_PRICE_CHANGED', JSON.stringify(changedPrices), { changedPrices })
  return lines.map(({ wanted: { id, dynamicPrice }, product }) => {
    const price = product.isPriceDynamic ? offeredPrice(product, dynamicPrice) : product.price
    const priceMinor = toMinor(price)
    const feeMinor = calculateCommission(price, commissionTiers, currency)
    return {
      productId: id,
      editionId: product.editionId,
      name: product.name,
      guaranteeDays: product.guaranteeDays,
      priceMinor,
      feePercent: findCommissionTier(price, commissionTiers).percent,
      feeMinor,
      sellerShareMinor: priceMinor - feeMinor,
    }
  })
}

/**
 * Tells whether the buyer must see the present price before paying. Without a seen price only a dynamic price for a
 * product whose price is fixed now tells that the buyer saw something else.
 */
function isChanged(
  { dynamicPrice, seenPrice }: Purchase['products'][number],
  { price, isPriceDynamic }: LockedProduct,
): boolean {
  // A free product is not sold. The page then shows how to get it.
  if (price === 0 && !isPriceDynamic) return true
  if (!isPriceDynamic)
    return dynamicPrice !== undefined || (seenPrice !== undefined && price > seenPrice)
  if (seenPrice === undefined) return false
  return dynamicPrice === undefined || (price > seenPrice && dynamicPrice < price)
}

function offeredPrice({ id, price }: LockedProduct, dynamicPrice: number | undefined): number {
  if (dynamicPrice === undefined || dynamicPrice < price || dynamicPrice > LIMITS.dynamicPrice.max)
    throw new ApiError('INVALID_DATA', `product ${id}: offer below the asked price`)
  return dynamicPrice
}
