import { sum } from '#contract/core/sum.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Tally } from '#contract/system-status.ts'
import * as m from '#messages'
import { judge } from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import type { ProcessRow } from '../processes/queries.ts'
import type { CheckResult } from './check.ts'

/** A process that ended without a word is shown for a day, unless another one took its place. */
const VANISHED_SECONDS = DAY_SECONDS

const isRunning = ({ stoppedAt, silentSeconds }: ProcessRow): boolean =>
  stoppedAt === null && silentSeconds <= SIGNALS.KioskoDown.forMinutes * 60

/** Sums a tally over the running processes. Its last time is also that of processes that have ended. */
function sumTallies(rows: ProcessRow[], read: (activity: ProcessRow['activity']) => Tally): Tally {
  const lastTimes = rows.flatMap(({ activity }) => read(activity).lastAt ?? [])
  return {
    count: sum(rows.filter(isRunning).map(({ activity }) => read(activity).count)),
    lastAt: lastTimes.toSorted().at(-1) ?? null,
  }
}

/**
 * Judges attempts that can fail. What fails too often is only a warning while the last attempt succeeded, since failed
 * ones are repeated. If the last attempt failed and none has been made since, that is a warning too.
 */
function judgeAttempts(
  signal: { severity: 'warning' | 'critical'; above: number },
  { total, failed, done }: { total: number; failed: Tally; done: Tally },
): { state: 'ok' | 'warning' | 'critical' | 'unmeasured'; since: string | null } {
  if (failed.lastAt === null && done.lastAt === null) return { state: 'unmeasured', since: null }
  const hasFailedLast = failed.lastAt !== null && failed.lastAt > (done.lastAt ?? '')
  const isFiring = total > 0 && judge(signal, failed.count / total) !== 'ok'
  const since = hasFailedLast ? done.lastAt : null
  if (isFiring && hasFailedLast) return { state: signal.severity, since }
  return { state: isFiring || hasFailedLast ? 'warning' : 'ok', since }
}

export function checkMail(rows: ProcessRow[]): CheckResult<'mail'> {
  const sent = sumTallies(rows, ({ mail }) => mail.sent)
  const refused = sumTallies(rows, ({ mail }) => mail.refused)
  const failed = sumTallies(rows, ({ mail }) => mail.failed)
  const total = sent.count + refused.count + failed.count
  const verdict = judgeAttempts(SIGNALS.KioskoMailFailing, { total, failed, done: sent })
  return { ...verdict, figures: { sent, refused, failed } }
}

export function checkProvider(rows: ProcessRow[]): CheckResult<'provider'> {
  const answered = sumTallies(rows, ({ provider }) => provider.answered)
  const failed = sumTallies(rows, ({ provider }) => provider.failed)
  const isPaused = rows.some(row => isRunning(row) && row.activity.provider.isPaused)
  const total = answered.count + failed.count
  const verdict = judgeAttempts(SIGNALS.KioskoProviderFailing, { total, failed, done: answered })
  return {
    state: isPaused ? SIGNALS.KioskoProviderFailing.severity : verdict.state,
    since: verdict.since,
    figures: { answered, failed, isPaused },
  }
}

export function checkDelivery(rows: ProcessRow[]): CheckResult<'delivery'> {
  const inTime = sumTallies(rows, ({ delivery }) => delivery.inTime)
  const late = sumTallies(rows, ({ delivery }) => delivery.late)
  const total = inTime.count + late.count
  const hasDelivered = inTime.lastAt !== null || late.lastAt !== null
  const state = total === 0 ? 'ok' : judge(SIGNALS.KioskoDeliveryLate, late.count / total)
  return {
    state: hasDelivered ? state : 'unmeasured',
    since: null,
    figures: { inTime, late },
  }
}

export function checkProcesses(rows: ProcessRow[]): CheckResult<'processes'> {
  const running = rows.filter(isRunning)
  const vanished = findVanished(rows)
  const hasWorker = running.some(({ role }) => role !== 'web')
  const since = vanished.map(({ seenAt }) => seenAt.toISOString()).toSorted()[0] ?? null
  const isComplete = hasWorker && vanished.length === 0
  return {
    ...(!hasWorker && { action: m.status_processes_worker_action }),
    state: isComplete ? 'ok' : SIGNALS.KioskoDown.severity,
    since,
    figures: {
      hasWorker,
      processes: [...vanished, ...running].map(row => ({
        role: row.role,
        host: row.host,
        version: row.version,
        startedAt: row.startedAt.toISOString(),
        seenAt: row.seenAt.toISOString(),
        isRunning: isRunning(row),
      })),
    },
  }
}

/** Finds the processes that ended without a word, except as many as have started in their place since. */
function findVanished(rows: ProcessRow[]): ProcessRow[] {
  const byStart = rows.toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  const successors = [...byStart]
  return byStart
    .filter(row => !isRunning(row) && row.stoppedAt === null)
    .filter(({ role, host, seenAt }) => {
      const index = successors.findIndex(
        other => other.role === role && other.host === host && other.startedAt > seenAt,
      )
      if (index >= 0) successors.splice(index, 1)
      return index < 0
    })
    .filter(({ silentSeconds }) => silentSeconds < VANISHED_SECONDS)
}
