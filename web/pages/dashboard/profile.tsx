import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import * as m from '#messages'
import { EmailSettings } from '#web/features/notifications/email-settings.tsx'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { PaymentSection } from '#web/features/payment-accounts/payment-section.tsx'
import { profilesApi } from '#web/features/profiles/api.ts'
import { TaxDataSection } from '#web/features/orders/receipts/tax-data-section.tsx'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import type { Route } from './+types/profile'
import { EditProfile } from './edit-profile.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.profile_title(), { hidden: true })

/** The sections of the profile area from top to bottom. Each has a URL that scrolls to it. */
const SECTIONS = [
  { path: paths.editProfile(), id: 'build', title: m.my_profile_edit },
  { path: paths.paymentAccount(), id: 'payment', title: m.payment_title },
  { path: paths.notifications(), id: 'notifications', title: m.notifications_title },
] as const

/** The profile area: one page with several sections. Source: specification, route table. */
export default function DashboardProfilePage() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <header>
        <h1 className="text-title">{m.profile_title()}</h1>
        <p className="mt-2.5 text-soft">{m.profile_lead()}</p>
        <SectionLinks />
      </header>
      <Section section={SECTIONS[0]}>
        <ProfileEditor />
      </Section>
      <section aria-labelledby="share" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="share" className="text-[1.35rem]">
          {m.my_profile_share()}
        </h2>
        <ProfileShare />
      </section>
      <Section section={SECTIONS[1]}>
        <PaymentSection />
      </Section>
      <section aria-labelledby="tax" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="tax" className="text-[1.35rem]">
          {m.tax_title()}
        </h2>
        <TaxDataSection />
      </section>
      <Section section={SECTIONS[2]}>
        <NotificationList />
        <EmailSettings />
      </Section>
    </div>
  )
}

function SectionLinks() {
  const { pathname } = useLocation()
  return (
    <nav aria-label={m.my_profile_sections()} className="mt-5 flex flex-wrap gap-2">
      {SECTIONS.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          aria-current={pathname === path ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-full border-[1.5px] px-4 text-small font-[600] transition',
            pathname === path
              ? 'border-ink bg-ink text-paper'
              : 'border-edge/60 hover:border-ink hover:bg-tint',
          )}
        >
          {title()}
        </Link>
      ))}
    </nav>
  )
}

/** A section of the profile area. It scrolls into view and takes the focus when its URL is opened. */
function Section({
  section: { path, id, title },
  children,
}: {
  section: (typeof SECTIONS)[number]
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (pathname !== path) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [pathname, path])
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} ref={heading} tabIndex={-1} className="scroll-mt-6 text-[1.35rem] outline-none">
        {title()}
      </h2>
      {children}
    </section>
  )
}

function ProfileEditor() {
  const { data, error, refetch } = profilesApi.useProfileQuery({})
  if (error && !data) return <LoadError failure={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div>
        <output className="sr-only">{m.loading()}</output>
        <Skeleton className="h-[34rem] rounded-panel" />
      </div>
    )
  return <EditProfile profile={data} />
}

function ProfileShare() {
  const { origin, brand } = useSiteSettings()
  const { data } = profilesApi.useProfileQuery({})
  if (!data) return <Skeleton className="h-40 rounded-card" />
  return (
    <Card>
      <SharePanel
        url={`${origin}${paths.profile(data.username)}`}
        text={m.my_profile_share_text({ username: data.username, brand })}
        fileName={`qr-${data.username}`}
      />
    </Card>
  )
}
