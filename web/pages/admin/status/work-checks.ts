import type { SystemStatus } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'
import { type CheckView, linkToTab, listTexts } from './check-view.ts'
import { formatDuration, formatTimeAgo } from './time.ts'

const group = 'work'

const LANE_NAMES: Record<string, () => string> = {
  mail: m.status_lane_mail,
  webhook: m.status_lane_webhook,
  providerRead: m.status_lane_provider_read,
  accountReconciliation: m.status_lane_account_reconciliation,
  providerWrite: m.status_lane_provider_write,
  scan: m.status_lane_scan,
  upkeep: m.status_lane_upkeep,
}

const ROLE_NAMES = {
  all: m.status_role_all,
  web: m.status_role_web,
  worker: m.status_role_worker,
}

/** Describes the checks of jobs, periodic tasks, invariants and processes. */
export function describeWork(status: SystemStatus): CheckView[] {
  const { failedJobs } = status
  return [
    describeProcesses(status.processes),
    describeJobs(status.jobs),
    {
      name: 'failedJobs',
      group,
      title: m.admin_jobs(),
      ...failedJobs,
      value: failedJobs.figures && formatNumber(failedJobs.figures.count),
      details: [],
      action: m.status_failed_jobs_action(),
      link: linkToTab('jobs', m.admin_jobs()),
      runbook: 'jobs-dead',
    },
    describeSchedules(status.schedules),
    describeInvariants(status.invariants),
  ]
}

function describeJobs(check: SystemStatus['jobs']): CheckView {
  const lanes = check.figures?.lanes
  const total = lanes?.reduce((sum, { waiting }) => sum + waiting, 0)
  return {
    name: 'jobs',
    group,
    title: m.status_jobs(),
    ...check,
    value: total === undefined ? null : formatNumber(total),
    details: (lanes ?? [])
      .filter(({ waiting, failing }) => waiting > 0 || failing > 0)
      .map(({ lane, waiting, oldestSeconds, failing }) =>
        m.status_figure({
          label: LANE_NAMES[lane]?.() ?? lane,
          value: listTexts(
            formatNumber(waiting),
            oldestSeconds > 0 && m.status_jobs_oldest({ duration: formatDuration(oldestSeconds) }),
            failing > 0 && m.status_jobs_failing({ count: formatNumber(failing) }),
          ).join(' · '),
        }),
      ),
    action: m.status_jobs_action(),
    runbook: 'jobs-late',
  }
}

type Task = NonNullable<SystemStatus['schedules']['figures']>['tasks'][number]

function describeSchedules(check: SystemStatus['schedules']): CheckView {
  const tasks = check.figures?.tasks
  const troubled = tasks?.filter(({ state }) => state === 'failed' || state === 'late') ?? []
  return {
    name: 'schedules',
    group,
    title: m.status_schedules(),
    ...check,
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
    action: m.status_schedules_action(),
    runbook: troubled.some(({ state }) => state === 'late') ? 'schedule-late' : 'schedule-failing',
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

function describeInvariants(check: SystemStatus['invariants']): CheckView {
  const { figures } = check
  const violated = figures?.violated ?? 0
  return {
    name: 'invariants',
    group,
    title: m.admin_invariants(),
    ...check,
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
    action: violated > 0 ? m.status_invariants_bad_action() : m.status_invariants_old_action(),
    link: linkToTab('invariants', m.admin_invariants()),
    runbook: violated > 0 ? 'invariants-violated' : 'invariants-not-checked',
  }
}

function describeProcesses(check: SystemStatus['processes']): CheckView {
  const { figures } = check
  const processes = figures?.processes ?? []
  return {
    name: 'processes',
    group,
    title: m.status_processes(),
    ...check,
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
    action:
      figures && !figures.hasWorker
        ? m.status_processes_worker_action()
        : m.status_processes_gone_action(),
    runbook: 'down',
  }
}
