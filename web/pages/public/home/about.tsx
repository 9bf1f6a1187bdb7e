import * as m from '#messages'
import { formatStorage } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { formatCommissionPercents } from '#web/shared/commission-tiers.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { Check } from '#web/ui/icons/check.tsx'
import { CallToAction } from './hero.tsx'

/** Describes the marketplace and its prices. The section always uses the dark theme. */
export function AboutSection({
  methods,
}: {
  /** How buyers can pay, in a few words. */
  methods: string
}) {
  const { commissionTiers, sellerQuotaBytes } = useSiteSettings()
  const points = [m.home_point1(), m.home_point2(), m.home_point3(), m.home_point4({ methods })]
  return (
    <section aria-labelledby="about" className="wrap pt-16 pb-20 lg:pt-24 lg:pb-28">
      <div
        data-theme="dark"
        className="overflow-hidden rounded-panel border border-line bg-paper text-ink shadow-lift"
      >
        <Awning />
        <div className="grid gap-x-14 gap-y-9 px-6 pt-8 pb-10 sm:px-10 lg:grid-cols-[1.25fr_0.75fr] lg:px-14 lg:pt-12 lg:pb-16">
          <div>
            <h2 id="about" className="text-h2">
              {m.home_about()}
            </h2>
            <p className="mt-5 max-w-[36em] text-lead text-soft">
              {m.home_about_text1({ percents: formatCommissionPercents(commissionTiers) })}
            </p>
            <p className="mt-4 max-w-[36em] text-lead text-soft">
              {m.home_about_text2({ space: formatStorage(sellerQuotaBytes) })}
            </p>
            <div className="mt-8 flex flex-wrap gap-3">
              <CallToAction />
              <LinkButton to={paths.faq()} kind="ghost">
                {m.nav_faq()}
              </LinkButton>
            </div>
          </div>
          <ul className="grid content-center gap-4">
            {points.map(point => (
              <li key={point} className="flex items-center gap-3.5 font-[560]">
                <span className="grid size-8 shrink-0 place-items-center rounded-full bg-mango text-[#1e1916]">
                  <Check aria-hidden size={18} strokeWidth={3} />
                </span>
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
