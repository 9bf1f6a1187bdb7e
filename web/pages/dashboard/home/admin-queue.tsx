import { Link } from 'react-router'
import { getAdminOverview } from '#contract/admin/operations.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { listWaiting } from '#web/features/admin/waiting.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { useCanAdminister } from '#web/shared/dashboard-user.ts'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'

/** What waits for an admin, above the desk of the seller that every admin is too. Nothing is shown to others. */
export function AdminQueue() {
  const canAdminister = useCanAdminister()
  const { data } = useRead(getAdminOverview, {}, { skip: !canAdminister })
  const waiting = data ? listWaiting(data) : []
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="grid gap-3">
      <h2 id="waiting" className="text-[1.35rem]">
        {m.admin_overview()}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {waiting.map(({ tab, label, count }) => (
          <li key={tab}>
            <Link
              to={paths.dashboardAdmin({ tab })}
              className="flex min-h-touch items-center gap-4 px-5 py-2.5 hover:bg-tint"
            >
              <span className="min-w-0 flex-1 font-[600]">{label}</span>
              <b className="figures font-[680]">{formatNumber(count)}</b>
              <ArrowRight aria-hidden size={18} className="shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
