import { useId } from 'react'
import { calculateCommission, toMinor } from '#contract/core/money.ts'
import * as m from '#messages'
import { formatMinorUnits, formatPrice, formatStorage } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { formatCommissionTiers } from '#web/shared/commission-tiers.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'
import { HeroIllustration } from './hero-illustration.tsx'

/**
 * The first section of the home page: the headline, the call to action and the commission tiers, beside an
 * illustration.
 */
export function HeroSection() {
  return (
    <section className="wrap grid items-center gap-x-12 gap-y-12 pt-8 pb-16 lg:grid-cols-[1.15fr_0.85fr] lg:pt-14 lg:pb-24">
      <div>
        <h1 className="text-h1">{m.home_headline()}</h1>
        <p className="mt-6 max-w-[34em] text-lead text-soft">{m.home_lead()}</p>
        <div className="mt-7 flex flex-wrap gap-3">
          <CallToAction />
          <LinkButton href="#como-funciona" kind="ghost">
            {m.home_how()}
          </LinkButton>
        </div>
        <Tiers />
      </div>
      <HeroIllustration />
    </section>
  )
}

/** The price, in whole units, of the example that shows what a seller keeps. */
const EXAMPLE_PRICE = 15_000

/** A link to the dashboard for members and one to the registration for guests; CSS shows one of the two. */
export function CallToAction() {
  const arrow = <ArrowRight aria-hidden size={18} className="order-last" />
  return (
    <>
      <LinkButton to={paths.register()} icon={arrow} className="guest-only">
        {m.home_start()}
      </LinkButton>
      <LinkButton to={paths.dashboard()} icon={arrow} className="member-only">
        {m.home_go_dashboard()}
      </LinkButton>
    </>
  )
}

function Tiers() {
  const id = useId()
  const { commissionTiers, currency, sellerQuotaBytes } = useSiteSettings()
  const shareMinor =
    commissionTiers.length > 0
      ? toMinor(EXAMPLE_PRICE) - calculateCommission(EXAMPLE_PRICE, commissionTiers, currency)
      : undefined
  return (
    <div className="mt-9">
      <h2 id={id} className="font-sans text-small font-semibold tracking-normal">
        {m.home_tiers({ currency })}
      </h2>
      <dl aria-labelledby={id} className="mt-2.5 flex flex-wrap gap-2.5">
        {formatCommissionTiers(commissionTiers).map(({ value, caption }) => (
          <div
            key={value}
            className="flex min-w-24 flex-1 basis-0 flex-col-reverse justify-end rounded-card border border-line bg-card px-3 py-3 sm:px-3.5 sm:max-w-[11.5rem]"
          >
            <dt className="text-tiny text-soft">{caption}</dt>
            <dd className="figures font-display text-[1.5rem] leading-tight font-bold tracking-[-0.02em]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="figures mt-3.5 max-w-[36em] text-small text-soft">
        {shareMinor !== undefined && (
          <span>
            {m.home_tier_example({
              price: formatPrice(EXAMPLE_PRICE, currency),
              share: formatMinorUnits(shareMinor, currency),
            })}
          </span>
        )}{' '}
        <span>{m.home_tier_space({ space: formatStorage(sellerQuotaBytes) })}</span>
      </p>
    </div>
  )
}
