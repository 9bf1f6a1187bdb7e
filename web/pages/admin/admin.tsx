import { Link, useSearchParams } from 'react-router'
import { getAdminOverview } from '#contract/admin/operations.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { listWaiting } from '#web/features/admin/waiting.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { requireAccess } from '#web/shared/access.ts'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { cx } from '#web/ui/cx.ts'
import { Tabs } from '#web/ui/surfaces/tabs.tsx'
import type { Route } from './+types/admin'
import { AuditLog } from './admin/audit-log.tsx'
import { Commission } from './admin/commission.tsx'
import { DeadJobs } from './admin/dead-jobs.tsx'
import { FileScans } from './admin/file-scans.tsx'
import { Invariants } from './admin/invariants.tsx'
import { OrdersInReview } from './admin/orders/orders-in-review.tsx'
import { AdminProducts } from './admin/products.tsx'
import { Reconciliations } from './admin/reconciliations.tsx'
import { AdminProductReviews } from './admin/product-reviews.tsx'
import { AdminReports } from './admin/reports.tsx'
import { AdminTestimonials } from './admin/testimonials.tsx'
import { UnmatchedPayments } from './admin/unmatched-payments.tsx'
import { AdminUsers } from './admin/users.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.nav_admin(), { hidden: true })

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'admin', url)
  return null
}

/** The tabs of the admin area in groups, each with its content. */
const GROUPS = [
  {
    id: 'orders',
    label: m.admin_group_orders,
    tabs: [
      { id: 'reviews', label: m.admin_reviews, content: <OrdersInReview /> },
      { id: 'unmatched', label: m.admin_unmatched, content: <UnmatchedPayments /> },
      { id: 'reconciliations', label: m.admin_reconciliations, content: <Reconciliations /> },
      { id: 'commission', label: m.admin_commission, content: <Commission /> },
    ],
  },
  {
    id: 'people',
    label: m.admin_group_people,
    tabs: [
      { id: 'users', label: m.admin_users, content: <AdminUsers /> },
      { id: 'testimonials', label: m.admin_testimonials, content: <AdminTestimonials /> },
    ],
  },
  {
    id: 'catalog',
    label: m.admin_group_catalog,
    tabs: [
      { id: 'reports', label: m.admin_reports, content: <AdminReports /> },
      { id: 'product-reviews', label: m.admin_product_reviews, content: <AdminProductReviews /> },
      { id: 'products', label: m.admin_products, content: <AdminProducts /> },
      { id: 'files', label: m.admin_files, content: <FileScans /> },
    ],
  },
  {
    id: 'system',
    label: m.admin_group_system,
    tabs: [
      { id: 'jobs', label: m.admin_jobs, content: <DeadJobs /> },
      { id: 'invariants', label: m.admin_invariants, content: <Invariants /> },
      { id: 'audit', label: m.admin_audit, content: <AuditLog /> },
    ],
  },
]

/**
 * The admin area, with a tab for each kind of task. Without a tab in its address it opens where something waits.
 * Source: specification, what the product does; design, admin.
 */
export default function AdminPage() {
  const [search, setSearch] = useSearchParams()
  const query = useRead(getAdminOverview, {})
  const { data } = query
  const waiting = data ? listWaiting(data) : []
  const countOf = (tab: string) => waiting.find(row => row.tab === tab)?.count ?? 0
  const tabs = GROUPS.flatMap(group => group.tabs)
  const selectedTab =
    tabs.find(({ id }) => id === search.get('tab'))?.id ?? waiting[0]?.tab ?? 'reviews'
  const selectedGroup = GROUPS.find(group => group.tabs.some(({ id }) => id === selectedTab))!
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header>
        <h1 className="text-title">{m.nav_admin()}</h1>
        <p className="mt-2.5 max-w-[36em] text-soft">{m.admin_statement()}</p>
      </header>
      {!data && <FailedLoads queries={[query]} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <nav aria-label={m.nav_admin()} className="flex flex-wrap gap-1.5">
          {GROUPS.map(group => (
            <GroupLink
              key={group.id}
              label={group.label()}
              // A group opens where something waits.
              tab={(group.tabs.find(({ id }) => countOf(id) > 0) ?? group.tabs[0]!).id}
              isCurrent={group === selectedGroup}
              count={group.tabs.reduce((sum, { id }) => sum + countOf(id), 0)}
            />
          ))}
        </nav>
        <Tabs
          // The tabs of another group are other tabs.
          key={selectedGroup.id}
          label={selectedGroup.label()}
          tabs={selectedGroup.tabs.map(({ id, label, content }) => ({
            id,
            content,
            label: (
              <>
                {label()} <Count count={countOf(id)} />
              </>
            ),
          }))}
          value={selectedTab}
          onChange={tab => setSearch({ tab }, { preventScrollReset: true, replace: true })}
        />
      </div>
    </div>
  )
}

function GroupLink({
  label,
  tab,
  isCurrent,
  count,
}: {
  label: string
  tab: string
  isCurrent: boolean
  count: number
}) {
  return (
    <Link
      to={`?tab=${tab}`}
      replace
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'inline-flex min-h-touch items-center gap-2 rounded-full border-[1.5px] px-4 text-small font-[600] transition',
        isCurrent
          ? 'border-ink bg-ink text-paper'
          : 'border-edge/60 hover:border-ink hover:bg-tint',
      )}
    >
      {label}
      <Count count={count} />
    </Link>
  )
}

/** How much waits; nothing if nothing does. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="figures inline-grid min-w-6 place-items-center rounded-full bg-warn-tint px-1.5 text-tiny font-[680] text-warn">
      {formatNumber(count)}
    </span>
  )
}
