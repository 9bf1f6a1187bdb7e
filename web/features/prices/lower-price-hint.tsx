import { LIMITS } from '#contract/core/limits.ts'
import { calculateCommission, toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { formatMinorUnits, formatPrice } from '#web/i18n/format.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { findLowerPrice } from '#contract/core/lower-price.ts'

/**
 * Tells the seller about a lower price that leaves at least as much as the typed one, which the form accepts all the
 * same. Screen readers announce it when it appears, so its element is there before.
 * @param price whole units; NaN or 0 have no hint
 * @param lowestPrice a price below it is not proposed
 */
export function LowerPriceHint({
  price,
  lowestPrice = 1,
}: {
  price: number
  lowestPrice?: number
}) {
  const { commissionTiers, currency } = useSiteSettings()
  const lower =
    price > 0 && price <= LIMITS.price.max
      ? findLowerPrice(price, commissionTiers, currency)
      : undefined
  return (
    <output className="block">
      {lower !== undefined && lower.price >= lowestPrice && describe(lower)}
    </output>
  )

  function describe({ price: lowerPrice, keptMinor: lowerKeptMinor }: NonNullable<typeof lower>) {
    const keptMinor = toMinor(price) - calculateCommission(price, commissionTiers, currency)
    const texts = {
      price: formatPrice(price, currency),
      kept: formatMinorUnits(keptMinor, currency),
      lowerPrice: formatPrice(lowerPrice, currency),
    }
    const leavesMore = lowerKeptMinor > keptMinor
    return (
      <Banner
        tone="warn"
        title={leavesMore ? m.earn_lower_more_title() : m.earn_lower_same_title()}
        className="figures mb-3"
      >
        {leavesMore
          ? m.earn_lower_more({
              ...texts,
              lowerKept: formatMinorUnits(lowerKeptMinor, currency),
              difference: formatMinorUnits(lowerKeptMinor - keptMinor, currency),
            })
          : m.earn_lower_same(texts)}
      </Banner>
    )
  }
}
