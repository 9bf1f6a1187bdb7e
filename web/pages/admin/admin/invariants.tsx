import { useState } from 'react'
import { type ExplainedFinding, getInvariants, checkInvariants } from '#contract/invariants.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { formatDateTime, formatNumber } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'

/** Shows the last check of the invariants with its findings, and lets an admin request another one. */
export function Invariants() {
  const query = useRead(getInvariants, {})
  const [check, checkState] = useWrite(checkInvariants)
  const [isRequested, setIsRequested] = useState(false)
  return (
    <Loaded query={query} height="h-64">
      {({ lastCheck, lastCompleteAt, closedBySellers, closedByScanner }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[36em] text-soft">{m.admin_invariants_text()}</p>
            <Button
              kind="ghost"
              size="small"
              pending={checkState.isLoading}
              icon={<ShieldCheck aria-hidden size={17} />}
              onClick={() =>
                void check({})
                  .then(showResultToast)
                  .then(hasSucceeded => setIsRequested(hasSucceeded))
              }
            >
              {m.admin_invariants_run()}
            </Button>
          </div>
          <output className="text-small text-soft empty:hidden">
            {isRequested ? m.admin_invariants_requested() : ''}
          </output>
          <ClosedOrders orders={closedBySellers} text={m.admin_closed_by_sellers} />
          <ClosedOrders orders={closedByScanner} text={m.admin_closed_by_scanner} />
          {lastCheck ? (
            <>
              <p className="figures text-small text-soft">
                {m.admin_invariants_at({
                  date: formatDateTime(lastCheck.at),
                  seconds: formatNumber(Math.ceil(lastCheck.durationMs / 1000)),
                })}
              </p>
              {!lastCheck.isComplete && lastCompleteAt && (
                <p className="figures text-small text-soft">
                  {m.admin_invariants_changed({ date: formatDateTime(lastCompleteAt) })}
                </p>
              )}
              {lastCheck.findings.length === 0 ? (
                <Empty text={m.admin_invariants_clean()} />
              ) : (
                <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
                  {lastCheck.findings.map(finding => (
                    <Finding key={finding.name} finding={finding} />
                  ))}
                </ul>
              )}
            </>
          ) : (
            <Empty text={m.admin_invariants_never()} />
          )}
        </div>
      )}
    </Loaded>
  )
}

const Empty = ({ text }: { text: string }) => (
  <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">{text}</p>
)

function Finding({ finding: { title, action, count, ids } }: { finding: ExplainedFinding }) {
  return (
    <li className="grid gap-1.5 px-5 py-3.5">
      <b>
        {title}: <span className="figures">{formatNumber(count)}</span>
      </b>
      <p className="text-small">{action}</p>
      <p className="font-mono text-tiny break-all text-soft">
        <span>{ids.join(', ')}</span>
        {count > ids.length && (
          <span> {m.admin_invariants_more({ shown: formatNumber(count - ids.length) })}</span>
        )}
      </p>
    </li>
  )
}

function ClosedOrders({
  orders: { count, orderNumbers },
  text,
}: {
  orders: { count: number; orderNumbers: string[] }
  text: (inputs: { count: string }) => string
}) {
  if (count === 0) return null
  return (
    <div className="rounded-card border border-line bg-card px-5 py-3.5">
      <p>{text({ count: formatNumber(count) })}</p>
      <p className="mt-1 font-mono text-tiny break-all text-soft">{orderNumbers.join(', ')}</p>
    </div>
  )
}
