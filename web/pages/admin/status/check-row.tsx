import { Link } from 'react-router'
import type { Check, CheckState } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatDateTime } from '#web/i18n/format.ts'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'
import { paths } from '#web/paths.ts'
import { describeFigures } from './describe-figures.ts'
import { formatTimeAgo } from './time.ts'

const STATES: Record<CheckState, { tone: ChipTone; label: () => string }> = {
  ok: { tone: 'jade', label: m.status_state_ok },
  warning: { tone: 'warn', label: m.status_state_warning },
  critical: { tone: 'bad', label: m.status_state_critical },
  unmeasured: { tone: 'plain', label: m.status_state_unmeasured },
  unknown: { tone: 'warn', label: m.status_state_unknown },
}

/** Shows one check: its state and figure and, if it needs an admin, since when and what to do. */
export function CheckRow({ check }: { check: Check }) {
  const { tone, label } = STATES[check.state]
  const { value, details = [], list } = describeFigures(check)
  const needsAdmin = check.state === 'warning' || check.state === 'critical'
  return (
    <li className="grid gap-1 px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <h3 className="text-h3 font-semibold">{check.title}</h3>
        <Chip tone={tone}>{label()}</Chip>
      </div>
      {value !== null && <p className="figures">{value}</p>}
      {details.map(detail => (
        <p key={detail} className="figures text-small wrap-anywhere text-soft">
          {detail}
        </p>
      ))}
      {needsAdmin && check.since !== null && (
        <p className="figures text-small text-soft">
          {m.status_since({
            date: formatDateTime(check.since),
            time: formatTimeAgo(check.since),
          })}
        </p>
      )}
      {check.state === 'unknown' && <p className="mt-1">{m.status_unknown_action()}</p>}
      {needsAdmin && <WhatToDo check={check} />}
      {list && (
        <details className="text-small">
          <summary className="flex min-h-11 cursor-pointer items-center text-soft underline">
            {list.title}
          </summary>
          <ul className="grid gap-1.5">
            {list.items.map(item => (
              <li key={item} className="figures wrap-anywhere">
                {item}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function WhatToDo({ check: { action, tab, runbook } }: { check: Check }) {
  return (
    <>
      <p className="mt-1 font-[560]">{action}</p>
      <div className="flex flex-wrap items-center gap-x-5">
        {tab && (
          <Link
            to={paths.dashboardAdmin({ tab: tab.id })}
            className="inline-flex min-h-11 items-center font-semibold text-awning-deep underline"
          >
            {m.status_open({ screen: tab.title })}
          </Link>
        )}
        {runbook !== null && (
          <p className="text-tiny wrap-anywhere text-soft">{m.status_runbook({ path: runbook })}</p>
        )}
      </div>
    </>
  )
}
