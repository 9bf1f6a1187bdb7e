import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { getProfile } from '#contract/profiles.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { EmailSettings } from '#web/features/notifications/email-settings.tsx'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { PaymentSection } from '#web/features/payment-accounts/payment-section.tsx'
import { TaxDataSection } from '#web/features/orders/receipts/tax-data-section.tsx'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { ChannelLinks } from '#web/shared/share/channel-links.tsx'
import { SharePanel } from '#web/shared/share/share-panel.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { Card } from '#web/ui/surfaces/card.tsx'
import type { Route } from './+types/profile'
import { EditProfile } from './edit-profile.tsx'

const ConversionsSection = lazy(
  persistently(() => import('#web/features/conversions/conversions-section.tsx')),
)

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.profile_title(), { hidden: true })

/** The parts of the profile area, each with a URL of its own. The index shows the first one. */
const PARTS = [
  { path: paths.editProfile(), title: m.my_profile_edit, Content: Presentation },
  { path: paths.paymentAccount(), title: m.payment_title, Content: Payments },
  { path: paths.conversions(), title: m.conversions_title, Content: Conversions },
  { path: paths.notifications(), title: m.notifications_title, Content: Notifications },
] as const

type Part = (typeof PARTS)[number]

/**
 * The profile area: who the seller is, how the seller is paid and what the seller is told. Source: specification, route
 * table.
 */
export default function DashboardProfilePage() {
  const { pathname } = useLocation()
  const current = PARTS.find(({ path }) => path === pathname) ?? PARTS[0]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <header>
        <h1 className="text-title">{m.profile_title()}</h1>
        <p className="mt-2.5 text-soft">{m.profile_lead()}</p>
        <PartLinks current={current} />
      </header>
      <current.Content />
    </div>
  )
}

function PartLinks({ current }: { current: Part }) {
  return (
    <nav aria-label={m.my_profile_sections()} className="mt-5 flex flex-wrap gap-2">
      {PARTS.map(({ path, title }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === current.path ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-full border-[1.5px] px-4 text-small font-[600] transition',
            path === current.path
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

function Presentation() {
  return (
    <>
      <Section id="build" title={m.my_profile_edit()}>
        <ProfileEditor />
      </Section>
      <Section id="share" title={m.my_profile_share()}>
        <ProfileShare />
      </Section>
    </>
  )
}

function Payments() {
  return (
    <>
      <Section id="payment" title={m.payment_title()}>
        <PaymentSection next={<FirstProductLink />} />
      </Section>
      <Section id="tax" title={m.tax_title()}>
        <TaxDataSection />
      </Section>
    </>
  )
}

/** Leads a seller who has no product yet to the form for one. */
function FirstProductLink() {
  const { data } = useRead(listOwnProducts, {})
  if (!data || data.products.length > 0) return null
  return (
    <LinkButton size="small" to={paths.createProduct()}>
      {m.dash_task_product()}
    </LinkButton>
  )
}

function Conversions() {
  return (
    <Section id="conversions" title={m.conversions_title()}>
      <Suspense fallback={<Skeleton className="h-[40rem] rounded-panel" />}>
        <ConversionsSection />
      </Suspense>
    </Section>
  )
}

function Notifications() {
  return (
    <Section id="notifications" title={m.notifications_title()}>
      <NotificationList />
      <EmailSettings />
    </Section>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="text-[1.35rem]">
        {title}
      </h2>
      {children}
    </section>
  )
}

function ProfileEditor() {
  const query = useRead(getProfile, {})
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-[34rem] rounded-panel" />}>
      {profile => <EditProfile profile={profile} />}
    </Loaded>
  )
}

function ProfileShare() {
  const { origin, brand } = useSiteSettings()
  const { data } = useRead(getProfile, {})
  if (!data) return <Skeleton className="h-40 rounded-card" />
  return (
    <Card>
      <SharePanel
        url={`${origin}${paths.profile(data.username)}`}
        text={m.my_profile_share_text({ username: data.username, brand })}
        fileName={`qr-${data.username}`}
      />
      <ChannelLinks url={`${origin}${paths.profile(data.username)}`} />
    </Card>
  )
}
