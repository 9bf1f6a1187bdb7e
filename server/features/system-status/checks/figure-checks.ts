import type { SystemStatus } from '#contract/system-status.ts'
import type { Currency } from '#contract/core/fields.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { JOB_LANES } from '#server/jobs/queue.ts'
import type { Database } from '#server/db/client.ts'
import {
  type FigureValue,
  type WorkerPlan,
  readFiguresByName,
} from '#server/features/monitoring/service.ts'
import { type Signal, judge } from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import { mostUrgent, toTime, toTimeAgo } from './check.ts'

/** Reads figures of the metrics anew, so that the page and the alerts count the same things. */
export type FigureReader = (...names: string[]) => Promise<ReadFigures>

interface ReadFigures {
  /** Returns a figure; 0 if there is nothing that it counts. */
  value(name: string, label?: string): number
  /** Returns the earliest time since when a figure is not 0. */
  since(name: string): string | null
  all(name: string): FigureValue[]
}

export function createFigureReader(db: Database, plan: WorkerPlan): FigureReader {
  return async (...names) => {
    const values = await readFiguresByName(db, plan, names)
    const all = (name: string) => values.filter(value => value.name === name)
    return {
      all,
      value: (name, label = '') => all(name).find(value => value.label === label)?.value ?? 0,
      since(name) {
        const times = all(name).flatMap(({ sinceSeconds }) => sinceSeconds ?? [])
        return times.length === 0 ? null : toTime(Math.min(...times))
      },
    }
  }
}

export async function checkJobs(read: FigureReader): Promise<SystemStatus['jobs']> {
  const age = 'kiosko_job_lane_age_seconds'
  const figures = await read(age, 'kiosko_jobs_due', 'kiosko_jobs_failing')
  const lanes = Object.keys(JOB_LANES).map(lane => {
    const oldestSeconds = figures.value(age, lane)
    return {
      lane,
      waiting: figures.value('kiosko_jobs_due', lane),
      oldestSeconds: Math.round(oldestSeconds),
      failing: figures.value('kiosko_jobs_failing', lane),
      isLate: judge(SIGNALS.KioskoJobsLate, oldestSeconds) !== 'ok',
    }
  })
  const lateSeconds = lanes.filter(({ isLate }) => isLate).map(lane => lane.oldestSeconds)
  const isLate = lateSeconds.length > 0
  return {
    state: isLate ? SIGNALS.KioskoJobsLate.severity : 'ok',
    since: isLate ? toTimeAgo(Math.max(...lateSeconds)) : null,
    figures: { lanes },
  }
}

export async function checkFailedJobs(read: FigureReader): Promise<SystemStatus['failedJobs']> {
  const name = 'kiosko_jobs_dead'
  const figures = await read(name)
  const count = sum(figures.all(name).map(({ value }) => value))
  return {
    state: judge(SIGNALS.KioskoJobsDead, count),
    since: figures.since(name),
    figures: { count },
  }
}

export async function checkWebhookEvents(
  read: FigureReader,
): Promise<SystemStatus['webhookEvents']> {
  return checkAge(
    await read('kiosko_webhook_events_unprocessed', 'kiosko_webhook_event_age_seconds'),
    ['kiosko_webhook_events_unprocessed', 'kiosko_webhook_event_age_seconds'],
    SIGNALS.KioskoWebhookEventsUnprocessed,
  )
}

export async function checkScans(read: FigureReader): Promise<NonNullable<SystemStatus['scans']>> {
  return checkAge(
    await read('kiosko_scans_waiting', 'kiosko_scan_age_seconds'),
    ['kiosko_scans_waiting', 'kiosko_scan_age_seconds'],
    SIGNALS.KioskoScansLate,
  )
}

/** Judges things that wait for a while, by the age of the oldest. */
function checkAge(
  figures: ReadFigures,
  [countName, ageName]: [count: string, age: string],
  signal: Signal,
) {
  const oldestSeconds = figures.value(ageName)
  const state = judge(signal, oldestSeconds)
  return {
    state,
    since: state === 'ok' ? null : toTimeAgo(oldestSeconds),
    figures: { count: figures.value(countName), oldestSeconds: Math.round(oldestSeconds) },
  }
}

export async function checkReviews(read: FigureReader): Promise<SystemStatus['reviews']> {
  const waiting = 'kiosko_orders_waiting'
  const amount = 'kiosko_review_amount'
  const figures = await read(waiting, amount)
  const inReview = figures.value(waiting, 'review')
  const held = figures.value(waiting, 'hold')
  return {
    state: mostUrgent(
      judge(SIGNALS.KioskoOrdersInReview, inReview),
      judge(SIGNALS.KioskoOrdersInReview, held),
    ),
    since: figures.since(waiting),
    figures: {
      inReview,
      held,
      amounts: figures
        .all(amount)
        .map(({ label, value }) => ({ currency: label as Currency, amountMinor: toMinor(value) })),
    },
  }
}

export const checkRefundsDue = (read: FigureReader): Promise<SystemStatus['refundsDue']> =>
  checkCount(read, 'kiosko_refunds_due', SIGNALS.KioskoRefundsDue)

export const checkUnmatched = (read: FigureReader): Promise<SystemStatus['unmatchedPayments']> =>
  checkCount(read, 'kiosko_unmatched_payments', SIGNALS.KioskoUnmatchedPayments)

async function checkCount(read: FigureReader, name: string, signal: Signal) {
  const figures = await read(name)
  const count = figures.value(name)
  return { state: judge(signal, count), since: figures.since(name), figures: { count } }
}

export async function checkInvariants(read: FigureReader): Promise<SystemStatus['invariants']> {
  const checked = 'kiosko_invariants_checked_timestamp_seconds'
  const figures = await read('kiosko_invariants_violated', checked)
  const [lastCheck] = figures.all(checked)
  if (!lastCheck)
    return { state: 'unmeasured', since: null, figures: { violated: 0, checkedAt: null } }
  const violated = figures.value('kiosko_invariants_violated')
  return {
    state: mostUrgent(
      judge(SIGNALS.KioskoInvariantsViolated, violated),
      judge(SIGNALS.KioskoInvariantsNotChecked, Date.now() / 1000 - lastCheck.value),
    ),
    since: null,
    figures: { violated, checkedAt: toTime(lastCheck.value) },
  }
}
