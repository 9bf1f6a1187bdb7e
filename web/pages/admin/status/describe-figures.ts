import type { Check, CheckKind, CheckOf } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'
import type { FiguresView } from './check-view.ts'
import { describeDelivery, describeProvider, describeReviews } from './money-checks.ts'
import {
  describeDatabase,
  describeMail,
  describeReplica,
  describeStorage,
} from './service-checks.ts'
import {
  describeInvariants,
  describeJobs,
  describeProcesses,
  describeSchedules,
} from './work-checks.ts'

const DESCRIBERS: { [Kind in CheckKind]: (check: CheckOf<Kind>) => FiguresView } = {
  count: describeCount,
  reviews: describeReviews,
  provider: describeProvider,
  delivery: describeDelivery,
  database: describeDatabase,
  replica: describeReplica,
  storage: describeStorage,
  mail: describeMail,
  processes: describeProcesses,
  jobs: describeJobs,
  schedules: describeSchedules,
  invariants: describeInvariants,
}

/** Describes the figures of a check. */
export const describeFigures = (check: Check): FiguresView =>
  // TypeScript does not see that the function and the check have the same kind.
  DESCRIBERS[check.kind](check as never)

function describeCount({ label, figures }: CheckOf<'count'>): FiguresView {
  if (!figures) return { value: null }
  const count = formatNumber(figures.count)
  return { value: label === null ? count : m.status_figure({ label, value: count }) }
}
