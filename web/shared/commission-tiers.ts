import type { CommissionTier } from '#contract/core/money.ts'
import * as m from '#messages'
import { formatPrice } from '../i18n/format.ts'

/** Returns the commission tiers as texts, one pair for each tier: "20 %" and "under $ 10.000". */
export function formatCommissionTiers(
  tiers: readonly CommissionTier[],
): { value: string; caption: string }[] {
  return tiers.map(({ below, percent }, index) => {
    const from = tiers[index - 1]?.below
    return { value: `${percent}\u00a0%`, caption: priceRangeText(from, below) }
  })
}

function priceRangeText(from: number | undefined, below: number | undefined): string {
  if (below === undefined)
    return from === undefined
      ? m.home_tier_always()
      : m.home_tier_from({ price: formatPrice(from) })
  return from === undefined
    ? m.home_tier_below({ price: formatPrice(below) })
    : m.home_tier_up_to({ price: formatPrice(below - 1) })
}

/** Returns the percentages of the tiers as a list: "20 %, 10 % or 5 %". */
export function formatCommissionPercents(tiers: readonly CommissionTier[]): string {
  const percents = tiers.map(({ percent }) => `${percent}\u00a0%`)
  const last = percents.pop() ?? ''
  return percents.length === 0 ? last : m.home_percents({ first: percents.join(', '), last })
}
