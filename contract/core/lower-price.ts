import type { Currency } from './fields.ts'
import { type CommissionTier, calculateCommission, toMinor } from './money.ts'

/** A price in whole units, and what the seller keeps of it in minor units. */
export interface KeptPrice {
  price: number
  keptMinor: number
}

/** Calculates what the seller keeps of a price, without the provider's own fee. */
export function keepOf(
  price: number,
  tiers: readonly CommissionTier[],
  currency: Currency,
): KeptPrice {
  return { price, keptMinor: toMinor(price) - calculateCommission(price, tiers, currency) }
}

/**
 * Finds the lower price that leaves the seller the most, if it leaves at least as much as `price`; of prices that leave
 * the same, the lowest. There is one where a tier has a higher percentage than the tier below it, and where the
 * rounding of the commission to whole units takes what the last unit of the price adds. The price 0 is not proposed: it
 * makes a product free.
 * @param price whole units, at least 1
 */
export function findLowerPrice(
  price: number,
  tiers: readonly CommissionTier[],
  currency: Currency,
): KeptPrice | undefined {
  // Within a tier no price leaves more than the highest, so the highest lower price of each tier is enough.
  const highestPrices = tiers.map(({ below = Infinity }) => Math.min(below, price) - 1)
  let best: KeptPrice | undefined
  for (const highest of new Set(highestPrices)) {
    if (highest < 1) continue
    const candidate = keepOf(highest, tiers, currency)
    if (best === undefined || candidate.keptMinor > best.keptMinor) best = candidate
  }
  if (best === undefined || best.keptMinor < keepOf(price, tiers, currency).keptMinor)
    return undefined
  return lowestWithSameShare(best, tiers, currency)
}

/** Rounding to whole units can leave the same of neighbouring prices; with 99 %, of about a hundred of them. */
function lowestWithSameShare(
  best: KeptPrice,
  tiers: readonly CommissionTier[],
  currency: Currency,
): KeptPrice {
  let { price } = best
  while (price > 1 && keepOf(price - 1, tiers, currency).keptMinor === best.keptMinor) price -= 1
  return { ...best, price }
}
