import type { Currency } from '#contract/core/fields.ts'
import { toMinor } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { JOB_LANE_NAMES } from '#contract/core/job-lanes.ts'
import type { Database } from '#server/db/client.ts'
import {
  type FigureValue,
  type WorkerPlan,
  readFiguresByName,
} from '#server/features/monitoring/service.ts'
import { type Signal, judge } from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import { type CheckResult, mostUrgent, toTime, toTimeAgo } from './check.ts'

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

export async function checkJobs(read: FigureReader): Promise<CheckResult<'jobs'>> {
  const age = 'kiosko_job_lane_age_seconds'
  const figures = await read(age, 'kiosko_jobs_due', 'kiosko_jobs_failing')
  const lanes = JOB_LANE_NAMES.map(lane => {
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

/** Judges things that are counted by a figure: by their number, or by the age of the oldest if the signal has it. */
export async function checkCount(
  read: FigureReader,
  signal: Signal & { figure: string },
  counted: string,
): Promise<CheckResult<'count'>> {
  const figures = await read(signal.figure, counted)
  const highest = Math.max(0, ...figures.all(signal.figure).map(({ value }) => value))
  const state = judge(signal, highest)
  const sinceOldest = state === 'ok' ? null : toTimeAgo(highest)
  return {
    state,
    since: signal.figure === counted ? figures.since(counted) : sinceOldest,
    figures: { count: sum(figures.all(counted).map(({ value }) => value)) },
  }
}

export async function checkReviews(read: FigureReader): Promise<CheckResult<'reviews'>> {
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

export async function checkInvariants(read: FigureReader): Promise<CheckResult<'invariants'>> {
  const checked = 'kiosko_invariants_checked_timestamp_seconds'
  const figures = await read('kiosko_invariants_violated', checked)
  const [lastCheck] = figures.all(checked)
  if (!lastCheck)
    return { state: 'unmeasured', since: null, figures: { violated: 0, checkedAt: null } }
  const violated = figures.value('kiosko_invariants_violated')
  return {
    ...(violated > 0 && {
      action: m.status_invariants_bad_action,
      signal: 'KioskoInvariantsViolated',
    }),
    state: mostUrgent(
      judge(SIGNALS.KioskoInvariantsViolated, violated),
      judge(SIGNALS.KioskoInvariantsNotChecked, Date.now() / 1000 - lastCheck.value),
    ),
    since: null,
    figures: { violated, checkedAt: toTime(lastCheck.value) },
  }
}
