import { calculateReturnedCommission } from '#contract/core/money.ts'

/** The amounts of one order item, in minor units. */
export interface ItemAmounts {
  currency: string
  priceMinor: number
  sellerShareMinor: number
  /** The item's part of the provider's fee; null until the provider has reported the fee. */
  providerFeeMinor: number | null
  /** The part of the item's price that was refunded to the buyer. */
  refundedMinor: number
  /** The commission that the marketplace returned for this item. The default follows from the refunded part. */
  returnedCommissionMinor?: number
}

/**
 * Computes the seller's net amount in minor units; null until the provider has reported its fee. A refund reduces the
 * net amount only by the seller's share of the refund, since the marketplace returns its commission on the refunded
 * amount.
 */
export function computeNetAmount(amounts: ItemAmounts): number | null {
  const { sellerShareMinor, providerFeeMinor, refundedMinor } = amounts
  if (providerFeeMinor === null) return null
  const returnedMinor = amounts.returnedCommissionMinor ?? calculateReturnedCommission(amounts)
  return sellerShareMinor - providerFeeMinor - refundedMinor + returnedMinor
}
