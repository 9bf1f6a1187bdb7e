import { calculateReturnedCommission, splitByShare } from '#contract/core/money.ts'
import { computeNetAmount } from '../../net-amount.ts'

interface SettledItem {
  id: number
  priceMinor: number
  sellerShareMinor: number
}

export interface ItemSettlement {
  providerFeeMinor: number | null
  refundedMinor: number
  netMinor: number | null
}

/**
 * Splits over the items of an order what went back to the buyer and the provider's fee. Items that were refunded
 * alone have got all of their prices back, and everything else counts for the others in proportion to their prices. The
 * provider returns fees and commission in proportion to the refunded part of the whole payment, whichever items were
 * refunded, so that the sums follow from the returned amount alone.
 * Source: the provider's facts, refunds.
 * @param returnedMinor what went back to the buyer, including what did for `refundedItemIds`
 * @param refundedItemIds the items that were refunded alone
 */
export function settleItems(
  items: readonly SettledItem[],
  { returnedMinor, providerFeeMinor }: { returnedMinor: number; providerFeeMinor: number | null },
  refundedItemIds: ReadonlySet<number>,
): ItemSettlement[] {
  const prices = items.map(({ priceMinor }) => priceMinor)
  const inProportion = splitByShare(returnedMinor, prices)
  const refunded = allocate(items, returnedMinor, refundedItemIds)
  const isProportional = refunded.every((minor, index) => minor === inProportion[index])
  const commissions = items.map((item, index) =>
    item.priceMinor === 0
      ? 0
      : calculateReturnedCommission({ ...item, refundedMinor: inProportion[index]! }),
  )
  const returnedCommissions = isProportional
    ? commissions
    : splitByShare(sum(commissions), refunded)
  const kept = prices.map((price, index) => price - refunded[index]!)
  const feeShares = isProportional || sum(kept) === 0 ? prices : kept
  const fees = providerFeeMinor === null ? undefined : splitByShare(providerFeeMinor, feeShares)
  return items.map((item, index) => {
    const fee = fees?.[index] ?? null
    const refundedMinor = refunded[index]!
    return {
      providerFeeMinor: fee,
      refundedMinor,
      netMinor: computeNetAmount({
        ...item,
        providerFeeMinor: fee,
        refundedMinor,
        returnedCommissionMinor: returnedCommissions[index]!,
      }),
    }
  })
}

/** Allocates a returned amount to items: first to those that were refunded alone, then the rest by their prices. */
function allocate(
  items: readonly SettledItem[],
  returnedMinor: number,
  refundedItemIds: ReadonlySet<number>,
): number[] {
  let restMinor = returnedMinor
  const alone = items.map(({ id, priceMinor }) => {
    if (!refundedItemIds.has(id)) return 0
    const taken = Math.min(priceMinor, restMinor)
    restMinor -= taken
    return taken
  })
  const others = items.map(({ id, priceMinor }) => (refundedItemIds.has(id) ? 0 : priceMinor))
  const rest = splitByShare(restMinor, others)
  return alone.map((minor, index) => minor + rest[index]!)
}

const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0)
