import { useSearchParams } from 'react-router'
import * as m from '#messages'
import { adminApi } from '#web/features/admin/api.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { requireAccess } from '#web/shared/access.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Grid } from '#web/ui/catalog/grid.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatCard } from '#web/ui/surfaces/card.tsx'
import { Tabs } from '#web/ui/surfaces/tabs.tsx'
import type { Route } from './+types/admin'
import { AuditLog } from './admin/audit-log.tsx'
import { Commission } from './admin/commission.tsx'
import { DeadJobs } from './admin/dead-jobs.tsx'
import { FileScans } from './admin/file-scans.tsx'
import { Invariants } from './admin/invariants.tsx'
import { OrderReviews } from './admin/orders/order-reviews.tsx'
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

/** The admin area, with a tab for each kind of task. Source: specification, what the product does; design, admin. */
export default function AdminPage() {
  const [search, setSearch] = useSearchParams()
  const tabs = [
    { id: 'reviews', label: m.admin_reviews(), content: <OrderReviews /> },
    { id: 'unmatched', label: m.admin_unmatched(), content: <UnmatchedPayments /> },
    { id: 'reports', label: m.admin_reports(), content: <AdminReports /> },
    {
      id: 'product-reviews',
      label: m.admin_product_reviews(),
      content: <AdminProductReviews />,
    },
    { id: 'users', label: m.admin_users(), content: <AdminUsers /> },
    { id: 'products', label: m.admin_products(), content: <AdminProducts /> },
    { id: 'files', label: m.admin_files(), content: <FileScans /> },
    { id: 'commission', label: m.admin_commission(), content: <Commission /> },
    {
      id: 'reconciliations',
      label: m.admin_reconciliations(),
      content: <Reconciliations />,
    },
    { id: 'testimonials', label: m.admin_testimonials(), content: <AdminTestimonials /> },
    { id: 'jobs', label: m.admin_jobs(), content: <DeadJobs /> },
    { id: 'invariants', label: m.admin_invariants(), content: <Invariants /> },
    { id: 'audit', label: m.admin_audit(), content: <AuditLog /> },
  ]
  const selectedTab = tabs.find(({ id }) => id === search.get('tab'))?.id ?? 'reviews'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header>
        <h1 className="text-title">{m.nav_admin()}</h1>
        <p className="mt-2.5 max-w-[36em] text-soft">{m.admin_statement()}</p>
      </header>
      <Overview />
      <Tabs
        label={m.nav_admin()}
        tabs={tabs}
        value={selectedTab}
        onChange={tab => setSearch({ tab }, { preventScrollReset: true, replace: true })}
      />
    </div>
  )
}

function Overview() {
  const { data, error, refetch } = adminApi.useOverviewQuery({})
  if (error && !data) return <LoadError failure={error} onRetry={() => void refetch()} />
  const figure = (count: number | undefined) =>
    count === undefined ? <Skeleton className="my-1 h-7 w-16" /> : formatNumber(count)
  return (
    <section aria-label={m.admin_overview()}>
      <Grid kind="stats">
        <StatCard to="?tab=reviews" label={m.admin_reviews()} value={figure(data?.reviews)} />
        <StatCard to="?tab=reports" label={m.admin_reports()} value={figure(data?.openReports)} />
        <StatCard to="?tab=jobs" label={m.admin_jobs()} value={figure(data?.deadJobs)} />
        {/* Payments without an order are rare, and more urgent than the number of users. */}
        {data && data.unmatchedPayments > 0 ? (
          <StatCard
            to="?tab=unmatched"
            label={m.admin_unmatched()}
            value={figure(data.unmatchedPayments)}
          />
        ) : (
          <StatCard to="?tab=users" label={m.admin_users()} value={figure(data?.users)} />
        )}
      </Grid>
    </section>
  )
}
