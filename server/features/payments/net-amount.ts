/** The amounts of one order item, in minor units. */
export interface ItemAmounts {
  priceMinor: number
  sellerShareMinor: number
  /** The provider's fee for the item; null until the provider has reported it. */
  providerFeeMinor: number | null
  /** The part of the price that went back to the buyer. */
  refundedMinor: number
}

/**
 * Computes the seller's net amount in minor units; null until the provider has reported its fee. A refund reduces
 * it by the seller's share of the refunded amount, since the marketplace returns its commission on that amount.
 */
export function computeNetAmount({
  priceMinor,
  sellerShareMinor,
  providerFeeMinor,
  refundedMinor,
}: ItemAmounts): number | null {
  if (providerFeeMinor === null) return null
  return (
    sellerShareMinor -
    providerFeeMinor -
    Math.round((sellerShareMinor * refundedMinor) / priceMinor)
  )
}
