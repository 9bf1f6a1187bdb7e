/** One item's money, in minor units. */
export interface Settlement {
  priceMinor: number
  sellerShareMinor: number
  providerFeeMinor: number | null
  /** Of the price, what went back to the buyer. */
  refundedMinor: number
}

/**
 * What stays with the seller, in minor units; null until the provider has reported its fee. A refund takes
 * the seller's part of what went back: the commission on it goes back with it.
 */
export function computeNetAmount({
  priceMinor,
  sellerShareMinor,
  providerFeeMinor,
  refundedMinor,
}: Settlement): number | null {
  if (providerFeeMinor === null) return null
  return (
    sellerShareMinor -
    providerFeeMinor -
    Math.round((sellerShareMinor * refundedMinor) / priceMinor)
  )
}
