import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { LINK_OUTCOMES, type LinkOutcome } from '#contract/payment-accounts.ts'
import * as m from '#messages'
import { formatCommissionPercents } from '#web/shared/commission-tiers.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Banner, type BannerTone } from '#web/ui/feedback/banner.tsx'
import { Banknote } from '#web/ui/icons/banknote.tsx'
import { DoorOpen } from '#web/ui/icons/door-open.tsx'
import { Percent } from '#web/ui/icons/percent.tsx'
import { PaymentAccountStatus } from './account-status.tsx'

/**
 * The page section about the seller's MercadoPago account: the outcome of linking it, its state, and how payments work.
 * @param next the button to what comes after linking an account
 */
export function PaymentSection({ next }: { next: ReactNode }) {
  return (
    <div className="grid gap-4">
      <LinkOutcomeBanner next={next} />
      <PaymentAccountStatus />
      <HowItWorks />
    </div>
  )
}

const OUTCOME_BANNERS: Record<LinkOutcome, { tone: BannerTone; text: () => string }> = {
  linked: { tone: 'ok', text: m.payment_outcome_linked },
  waiting: { tone: 'warn', text: m.payment_outcome_waiting },
  denied: { tone: 'warn', text: m.payment_outcome_denied },
  taken: { tone: 'bad', text: m.payment_outcome_taken },
  other_country: { tone: 'bad', text: m.payment_outcome_other_country },
  test_account: { tone: 'bad', text: m.payment_outcome_test_account },
  failed: { tone: 'bad', text: m.payment_outcome_failed },
}

/** Shows the outcome of linking an account. The server passes it in the query after the redirect from MercadoPago. */
function LinkOutcomeBanner({ next }: { next: ReactNode }) {
  const [search] = useSearchParams()
  const outcome = LINK_OUTCOMES.find(candidate => candidate === search.get('outcome'))
  if (!outcome) return null
  const { tone, text } = OUTCOME_BANNERS[outcome]
  return (
    <Banner tone={tone} live action={outcome === 'linked' && next}>
      {text()}
    </Banner>
  )
}

function HowItWorks() {
  const { commissionTiers } = useSiteSettings()
  const points = [
    { Icon: Banknote, title: m.payment_how_paid_title(), text: m.payment_how_paid() },
    {
      Icon: Percent,
      title: m.payment_how_fee_title(),
      text: m.payment_how_fee({ percents: formatCommissionPercents(commissionTiers) }),
    },
    { Icon: DoorOpen, title: m.payment_how_free_title(), text: m.payment_how_free() },
  ]
  return (
    <ul aria-label={m.payment_how()} className="mt-3 grid gap-x-8 gap-y-6 md:grid-cols-3">
      {points.map(({ Icon, title, text }) => (
        <li key={title}>
          <Icon aria-hidden size={24} className="text-awning-deep" />
          <h3 className="mt-3 text-h3">{title}</h3>
          <p className="mt-1.5 text-small text-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}
