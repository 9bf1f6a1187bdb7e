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
 * each price between marketplace and seller.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if a product is no longer for sale; INVALID_DATA if the buyer offers less
 * than the seller asks
 */
export function priceCart(
  { commissionTiers, currency }: { commissionTiers: readonly CommissionTier[]; currency: Currency },
  cart: Purchase,
  products: LockedProduct[],
) {
  return cart.products.map(({ id, dynamicPrice }) => {
    const product = products.find(candidate => candidate.id === id)
    if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
    const price = product.isPriceDynamic ? offeredPrice(product, dynamicPrice) : product.price
    const priceMinor = toMinor(price)
    const feeMinor = calculateCommission(price, commissionTiers, currency)
    return {
      productId: id,
      fileId: product.fileId,
      name: product.name,
      guaranteeDays: product.guaranteeDays,
      priceMinor,
      feePercent: findCommissionTier(price, commissionTiers).percent,
      feeMinor,
      sellerShareMinor: priceMinor - feeMinor,
    }
  })
}

function offeredPrice({ id, price }: LockedProduct, dynamicPrice: number | undefined): number {
  if (dynamicPrice === undefined || dynamicPrice < price || dynamicPrice > LIMITS.dynamicPrice.max)
    throw new ApiError('INVALID_DATA', `product ${id}: offer below the asked price`)
  return dynamicPrice
}
