import type { CommissionTier } from '#contract/core/money.ts'
import * as m from '#messages'
import { formatNumber, formatPercent } from '../i18n/format.ts'

/** Returns the commission tiers as texts, one pair for each tier: "20 %" and "up to $ 9.999". */
export function formatCommissionTiers(
  tiers: readonly CommissionTier[],
): { value: string; caption: string }[] {
  return tiers.map(({ below, percent }, index) => {
    const from = tiers[index - 1]?.below
    return { value: formatPercent(percent), caption: priceRangeText(from, below) }
  })
}

/** Formats a price without its currency, which the label of the tiers names in both languages. */
const formatBound = (units: number) => `$\u00a0${formatNumber(units)}`

/** Describes the prices of a tier. Both bounds are inclusive, so that no price seems to be in two tiers. */
function priceRangeText(from: number | undefined, below: number | undefined): string {
  if (below === undefined)
    return from === undefined
      ? m.home_tier_always()
      : m.home_tier_from({ price: formatBound(from) })
  const to = formatBound(below - 1)
  if (from === undefined) return m.home_tier_up_to({ price: to })
  return m.home_tier_range({ from: formatBound(from), to })
}

/** Returns the percentages of the tiers as a list: "20 %, 10 % or 5 %". */
export function formatCommissionPercents(tiers: readonly CommissionTier[]): string {
  const percents = tiers.map(({ percent }) => formatPercent(percent))
  const last = percents.pop() ?? ''
  return percents.length === 0 ? last : m.home_percents({ first: percents.join(', '), last })
}
