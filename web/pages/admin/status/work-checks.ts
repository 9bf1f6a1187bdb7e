import type { JobLane } from '#contract/core/job-lanes.ts'
import type { CheckOf } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'
import { type FiguresView, listTexts } from './check-view.ts'
import { formatDuration, formatTimeAgo } from './time.ts'

const LANE_NAMES: Record<JobLane, () => string> = {
  mail: m.status_lane_mail,
  webhook: m.status_lane_webhook,
  providerRead: m.status_lane_provider_read,
  accountReconciliation: m.status_lane_account_reconciliation,
  providerWrite: m.status_lane_provider_write,
  conversions: m.status_lane_conversions,
  scan: m.status_lane_scan,
  uploads: m.status_lane_uploads,
  samples: m.status_lane_samples,
  content: m.status_lane_content,
  upkeep: m.status_lane_upkeep,
}

const ROLE_NAMES = {
  all: m.status_role_all,
  web: m.status_role_web,
  worker: m.status_role_worker,
}

export function describeJobs({ figures }: CheckOf<'jobs'>): FiguresView {
  const lanes = figures?.lanes
  const total = lanes?.reduce((sum, { waiting }) => sum + waiting, 0)
  return {
    value: total === undefined ? null : formatNumber(total),
    details: (lanes ?? [])
      .filter(({ waiting, failing }) => waiting > 0 || failing > 0)
      .map(({ lane, waiting, oldestSeconds, failing }) =>
        m.status_figure({
          label: LANE_NAMES[lane](),
          value: listTexts(
            formatNumber(waiting),
            oldestSeconds > 0 && m.status_jobs_oldest({ duration: formatDuration(oldestSeconds) }),
            failing > 0 && m.status_jobs_failing({ count: formatNumber(failing) }),
          ).join(' · '),
        }),
      ),
  }
}

type Task = NonNullable<CheckOf<'schedules'>['figures']>['tasks'][number]

export function describeSchedules({ figures }: CheckOf<'schedules'>): FiguresView {
  const tasks = figures?.tasks
  const troubled = tasks?.filter(({ state }) => state === 'failed' || state === 'late') ?? []
  return {
    value: tasks
      ? m.status_schedules_ok({
          count: formatNumber(tasks.length - troubled.length),
          total: formatNumber(tasks.length),
        })
      : null,
    details: troubled.map(describeTask),
    ...(tasks && {
      list: { title: m.status_schedules_list(), items: tasks.map(describeTask) },
    }),
  }
}

function describeTask({ name, state, everySeconds, doneAt, failedAt, lastError }: Task): string {
  const outcome = listTexts(
    state === 'late' && m.status_task_late(),
    doneAt ? m.status_task_done({ time: formatTimeAgo(doneAt) }) : m.status_task_planned(),
    failedAt && m.status_task_failed({ time: formatTimeAgo(failedAt) }),
    lastError,
  ).join(' · ')
  const interval = m.status_task_every({ duration: formatDuration(everySeconds) })
  return m.status_figure({ label: `${name} (${interval})`, value: outcome })
}

export function describeInvariants({ figures }: CheckOf<'invariants'>): FiguresView {
  const violated = figures?.violated ?? 0
  return {
    value:
      figures &&
      (figures.checkedAt === null
        ? m.status_invariants_never()
        : violated > 0
          ? m.status_invariants_bad({ count: formatNumber(violated) })
          : m.status_invariants_ok()),
    details: listTexts(
      figures?.checkedAt && m.status_invariants_checked({ time: formatTimeAgo(figures.checkedAt) }),
    ),
  }
}

export function describeProcesses({ figures }: CheckOf<'processes'>): FiguresView {
  const processes = figures?.processes ?? []
  return {
    value:
      figures &&
      m.status_processes_running({
        count: formatNumber(processes.filter(({ isRunning }) => isRunning).length),
      }),
    details: listTexts(
      figures && !figures.hasWorker && m.status_processes_no_worker(),
      ...processes.map(({ role, host, version, startedAt, seenAt, isRunning }) =>
        isRunning
          ? m.status_process({
              role: ROLE_NAMES[role](),
              host,
              version,
              time: formatTimeAgo(startedAt),
            })
          : m.status_process_gone({
              role: ROLE_NAMES[role](),
              host,
              version,
              time: formatTimeAgo(seenAt),
            }),
      ),
    ),
  }
}
