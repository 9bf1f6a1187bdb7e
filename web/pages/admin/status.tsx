import { useEffect, useState } from 'react'
import { type Check, type SystemStatus, getSystemStatus } from '#contract/system-status.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { requireAccess } from '#web/shared/access.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { RotateCw } from '#web/ui/icons/rotate-cw.tsx'
import type { Route } from './+types/status'
import { CheckRow } from './status/check-row.tsx'
import { formatTimeAgo } from './status/time.ts'

const REFRESH_MS = 30_000
/** How often the age of the figures is written anew. */
const CLOCK_MS = 5000

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.status_title(), { hidden: true })

export function loader({ context, url }: Route.LoaderArgs) {
  requireAccess(context, 'admin', url)
  return null
}

/** Shows whether any part of the marketplace needs an admin, and what to do. */
export default function StatusPage() {
  const query = useRead(
    getSystemStatus,
    {},
    { pollingInterval: REFRESH_MS, refetchOnMountOrArgChange: true },
  )
  const { error, fulfilledTimeStamp: loadedAt, isFetching, refetch } = query
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-title">{m.status_title()}</h1>
          <p className="mt-2.5 max-w-[36em] text-soft">{m.status_intro()}</p>
        </div>
        <Button
          kind="ghost"
          size="small"
          pending={isFetching}
          icon={<RotateCw aria-hidden size={17} />}
          onClick={() => void refetch()}
        >
          {m.status_refresh()}
        </Button>
      </header>
      <Loaded query={query} height="h-64">
        {status =>
          loadedAt !== undefined && (
            <Status status={status} loadedAt={loadedAt} isOutdated={error !== undefined} />
          )
        }
      </Loaded>
    </div>
  )
}

function Status({
  status,
  loadedAt,
  isOutdated,
}: {
  status: SystemStatus
  /** When the figures came, by the browser's clock. */
  loadedAt: number
  isOutdated: boolean
}) {
  const now = useNow()
  const { checks } = status
  const critical = checks.filter(({ state }) => state === 'critical')
  const warning = checks.filter(({ state }) => state === 'warning')
  const unknown = checks.filter(({ state }) => state === 'unknown')
  const needs = [...critical, ...warning, ...unknown]
  const rest = checks.filter(check => !needs.includes(check))
  const age = formatTimeAgo(loadedAt, Math.max(now, loadedAt))
  const inGroup = (group: Check['group']) => rest.filter(check => check.group === group)
  return (
    <>
      {isOutdated ? (
        <Banner tone="warn" live title={m.status_outdated()}>
          {m.status_outdated_text({ time: age })}
        </Banner>
      ) : (
        <div className="grid gap-2">
          <Verdict critical={critical.length} warning={warning.length} unknown={unknown.length} />
          <p className="figures text-small text-soft">{m.status_fresh({ time: age })}</p>
        </div>
      )}
      <Group title={m.status_group_needs()} checks={needs} />
      <div className="grid items-start gap-7 xl:grid-cols-2">
        <Group title={m.status_group_money()} checks={inGroup('money')} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          <Group title={m.status_group_services()} checks={inGroup('services')} />
          <Group title={m.status_group_work()} checks={inGroup('work')} />
        </div>
      </div>
    </>
  )
}

function Verdict({
  critical,
  warning,
  unknown,
}: {
  critical: number
  warning: number
  unknown: number
}) {
  const needs = critical + warning
  if (needs > 0)
    return (
      <Banner tone={critical > 0 ? 'bad' : 'warn'} live title={m.status_needs({ count: needs })}>
        {critical > 0 ? m.status_critical_text() : m.status_warning_text()}
      </Banner>
    )
  if (unknown > 0)
    return (
      <Banner tone="warn" live title={m.status_unknown({ count: unknown })}>
        {m.status_unknown_text()}
      </Banner>
    )
  return (
    <Banner tone="ok" live title={m.status_all_ok()}>
      {m.status_all_ok_text()}
    </Banner>
  )
}

function Group({ title, checks }: { title: string; checks: Check[] }) {
  if (checks.length === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label={title}>
      <h2 className="text-h3 font-bold">{title}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {checks.map(check => (
          <CheckRow key={check.name} check={check} />
        ))}
      </ul>
    </section>
  )
}

/** Returns the time, which is renewed every few seconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
