import { calculateReturnedCommission, splitByShare } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { computeNetAmount } from '../../net-amount.ts'
import type { ItemRefund } from '../queries.ts'

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
 * alone have got all of their prices back, or what was refunded for them so far, and everything else counts for the
 * others in proportion to their prices. The
 * provider returns fees and commission for the refunded part of the whole payment, whichever items were refunded, so
 * that the sums do not depend on the items. Source: the provider's facts, refunds.
 * @param returnedMinor what went back to the buyer, including `itemRefunds`
 * @param returnedCommissionMinor the commission that the provider says went back to the seller; null if it does not say
 * so: it is then computed in proportion to `returnedMinor`
 * @param itemRefunds the refunds of items alone, oldest first
 */
export function settleItems(
  items: readonly SettledItem[],
  {
    returnedMinor,
    providerFeeMinor,
    returnedCommissionMinor = null,
    currency,
  }: {
    returnedMinor: number
    providerFeeMinor: number | null
    returnedCommissionMinor?: number | null
    currency: string
  },
  itemRefunds: readonly ItemRefund[],
): ItemSettlement[] {
  const prices = items.map(({ priceMinor }) => priceMinor)
  const inProportion = splitByShare(returnedMinor, prices, currency)
  const refunded = allocate(items, { returnedMinor, currency }, itemRefunds)
  const isProportional = refunded.every((minor, index) => minor === inProportion[index])
  const commissions = items.map((item, index) =>
    item.priceMinor === 0
      ? 0
      : calculateReturnedCommission({ ...item, refundedMinor: inProportion[index]!, currency }),
  )
  const totalCommission = returnedCommissionMinor ?? sum(commissions)
  const returnedCommissions =
    isProportional && totalCommission === sum(commissions)
      ? commissions
      : splitByShare(totalCommission, refunded, currency)
  const kept = prices.map((price, index) => price - refunded[index]!)
  const feeShares = isProportional || sum(kept) === 0 ? prices : kept
  const fees =
    providerFeeMinor === null ? undefined : splitByShare(providerFeeMinor, feeShares, currency)
  return items.map((item, index) => {
    const fee = fees?.[index] ?? null
    const refundedMinor = refunded[index]!
    return {
      providerFeeMinor: fee,
      refundedMinor,
      netMinor: computeNetAmount({
        ...item,
        currency,
        providerFeeMinor: fee,
        refundedMinor,
        returnedCommissionMinor: returnedCommissions[index]!,
      }),
    }
  })
}

/**
 * Allocates a returned amount to items: first to those that were refunded alone, then what was refunded for others so
 * far, and then the rest by what is left of the prices.
 */
function allocate(
  items: readonly SettledItem[],
  { returnedMinor, currency }: { returnedMinor: number; currency: string },
  itemRefunds: readonly ItemRefund[],
): number[] {
  let restMinor = returnedMinor
  const allocated = items.map(() => 0)
  const take = (index: number, minor: number) => {
    const left = items[index]!.priceMinor - allocated[index]!
    const taken = Math.min(minor, left, restMinor)
    allocated[index] = allocated[index]! + taken
    restMinor -= taken
  }
  const complete = new Set(itemRefunds.flatMap(refund => (refund.isComplete ? refund.itemIds : [])))
  for (const [index, { id, priceMinor }] of items.entries())
    if (complete.has(id)) take(index, priceMinor)
  for (const { itemIds, amountMinor } of itemRefunds.filter(({ isComplete }) => !isComplete)) {
    const isOf = ({ id }: SettledItem) => itemIds.includes(id) && !complete.has(id)
    const shares = items.map(item => (isOf(item) ? item.priceMinor : 0))
    if (sum(shares) > 0)
      for (const [index, minor] of splitByShare(amountMinor, shares, currency).entries())
        take(index, minor)
  }
  const left = items.map(({ id, priceMinor }, index) =>
    complete.has(id) ? 0 : priceMinor - allocated[index]!,
  )
  const rest = splitByShare(restMinor, left, currency)
  return allocated.map((minor, index) => minor + rest[index]!)
}
