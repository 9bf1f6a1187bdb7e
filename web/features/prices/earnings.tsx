import { useId } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { calculateCommission, findCommissionTier, toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { formatMinorUnits } from '#web/i18n/format.ts'
import { formatCommissionTiers } from '#web/shared/commission-tiers.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { cx } from '#web/ui/cx.ts'

/** Shows how much of a price the seller receives. The server charges the commission by the same function. */
export function SellerEarnings({ price, isDynamic }: { price: number; isDynamic: boolean }) {
  const { commissionTiers, currency } = useSiteSettings()
  const isPriceValid = Number.isInteger(price) && price > 0 && price <= LIMITS.price.max
  const tier = isPriceValid ? findCommissionTier(price, commissionTiers) : undefined
  const feeMinor = isPriceValid ? calculateCommission(price, commissionTiers, currency) : 0
  const tiersId = useId()
  const format = (minor: number) => formatMinorUnits(minor, currency)

  return (
    <div className="rounded-card border border-jade/25 bg-jade-tint p-5">
      <output className="block">
        {tier ? (
          <>
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-semibold">
                {isDynamic ? m.earn_title_dynamic() : m.earn_title()}
              </span>
              <span className="figures font-display text-[1.9rem] leading-tight font-bold tracking-[-0.02em] text-jade">
                {format(toMinor(price) - feeMinor)}
              </span>
            </span>
            <span className="figures mt-1.5 flex flex-wrap justify-between gap-x-4 text-small">
              <span>
                {m.earn_price()} {format(toMinor(price))}
              </span>
              <span>
                {m.earn_fee({ percent: tier.percent })} {format(-feeMinor)}
              </span>
            </span>
          </>
        ) : (
          <span className="font-semibold">
            {price === 0 ? getFreeText(isDynamic) : m.earn_empty()}
          </span>
        )}
      </output>
      <p id={tiersId} className="mt-4 text-tiny font-semibold">
        {m.home_tiers({ currency })}
      </p>
      <ul aria-labelledby={tiersId} className="mt-2 flex flex-wrap gap-2">
        {formatCommissionTiers(commissionTiers).map(({ value, caption }, index) => {
          const current = tier !== undefined && commissionTiers[index] === tier
          return (
            <li
              key={value}
              aria-current={current ? 'true' : undefined}
              className={cx(
                'figures rounded-full border px-3 py-1 text-tiny transition-colors',
                current ? 'border-jade bg-jade font-semibold text-card' : 'border-jade/30',
              )}
            >
              {value} · {caption}
            </li>
          )
        })}
      </ul>
      <p className="mt-3 text-tiny">{m.earn_note()}</p>
    </div>
  )
}

const getFreeText = (isDynamic: boolean): string =>
  isDynamic ? m.earn_free_or_more() : m.earn_free()
