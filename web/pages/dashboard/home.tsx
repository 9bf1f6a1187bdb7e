import { getSalesSummary } from '#contract/sales/lines.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { EmailChangeBanner } from '#web/features/accounts/email-change-banner.tsx'
import { SecondFactorOffer } from '#web/features/accounts/second-factor/offer.tsx'
import { PublishPrompt } from '#web/features/products/publish-prompt.tsx'
import { paths } from '#web/paths.ts'
import { useUser, useUsername } from '#web/shared/dashboard-user.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import type { Route } from './+types/home'
import { KioskLink } from './home/kiosk-link.tsx'
import { LatestSales } from './home/latest-sales.tsx'
import { NamePrompt } from './home/name-prompt.tsx'
import { SetupChecklist, useSetupState } from './home/setup-checklist.tsx'
import { AdminQueue } from './home/admin-queue.tsx'
import { DashboardStats } from './home/stats.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.nav_dashboard(), { hidden: true })

/** The first page of the dashboard. Source: specification, screen behaviour, dashboard home. */
export default function DashboardHomePage() {
  const { origin } = useSiteSettings()
  const username = useUsername()
  const setup = useSetupState()
  const { data: summary } = useRead(getSalesSummary, { query: { range: 'all' } })
  // What a new seller has to do comes before the figures, which are all zero.
  const isChecklistFirst = useUser()?.mercadoPagoAuth === false
  const hasSold = summary === undefined || summary.count > 0 || summary.refundedMinor > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">
          {username ? m.dash_hello({ username }) : m.dash_hello_plain()}
        </h1>
        {username && <CopyLink link={`${origin}${paths.profile(username)}`} />}
      </header>
      <EmailChangeBanner />
      <AdminQueue />
      <SecondFactorOffer />
      {isChecklistFirst && <SetupChecklist skeleton={<Skeleton className="h-64 rounded-card" />} />}
      <DashboardStats />
      {!isChecklistFirst && <SetupChecklist />}
      <NamePrompt />
      <div className="grid gap-4 lg:grid-cols-[1.6fr_1fr]">
        <PublishPrompt
          isSecondary={(setup !== undefined && !setup.isDone) || !hasSold}
          hasSold={hasSold}
        />
        {username && <KioskLink username={username} />}
      </div>
      <LatestSales />
    </div>
  )
}

function CopyLink({ link }: { link: string }) {
  return (
    <CopyButton
      text={link}
      label={m.dash_copy()}
      copiedLabel={m.copied()}
      onFail={() => showToast('error', m.dash_copy_failed({ link }))}
    />
  )
}
