import { findLeastOffer } from '#web/shared/product-price.ts'
import type { FieldTexts, PurchaseItem } from './purchase-state.ts'

/** Returns the least that a buyer can offer, as texts of the price fields for which sellers suggest nothing. */
export const getLeastPrices = (items: readonly PurchaseItem[]): FieldTexts =>
  Object.fromEntries(
    items
      .filter(({ isPriceDynamic, suggestedPrice }) => isPriceDynamic && !suggestedPrice)
      .map(item => [`price-${item.id}`, String(findLeastOffer(item))]),
  )
