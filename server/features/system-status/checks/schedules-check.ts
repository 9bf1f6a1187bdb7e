import type { CheckOf } from '#contract/system-status.ts'
import type { Database } from '#server/db/client.ts'
import { judge } from '#server/signals/signal.ts'
import { SIGNALS } from '#server/signals/signals.ts'
import { type ScheduleRow, findSchedules } from '../queries.ts'
import { type CheckResult, mostUrgent } from './check.ts'

type Task = NonNullable<CheckOf<'schedules'>['figures']>['tasks'][number]

/** @param intervals the interval in milliseconds of each task, by its name */
export async function checkSchedules(
  db: Database,
  intervals: ReadonlyMap<string, number>,
): Promise<CheckResult<'schedules'>> {
  const rows = await findSchedules(db, [...intervals.keys()])
  const judged = rows.map(row => {
    const everySeconds = (intervals.get(row.name) ?? 0) / 1000
    return { row, everySeconds, state: judgeTask(row, everySeconds) }
  })
  const has = (state: Task['state']) => judged.some(task => task.state === state)
  const troubled = judged.filter(({ state }) => state === 'failed' || state === 'late')
  const times = troubled.map(({ row }) => row.doneAt ?? row.recordedAt)
  return {
    ...(has('late') && { signal: 'KioskoScheduleLate' }),
    state: mostUrgent(
      has('late') ? SIGNALS.KioskoScheduleLate.severity : 'ok',
      has('failed') ? SIGNALS.KioskoScheduleFailing.severity : 'ok',
      rows.length === 0 ? 'unmeasured' : 'ok',
    ),
    since: times.toSorted((a, b) => a.getTime() - b.getTime())[0]?.toISOString() ?? null,
    figures: {
      tasks: judged.map(({ row: { name, doneAt, failedAt, lastError }, everySeconds, state }) => ({
        name,
        state,
        everySeconds,
        doneAt: doneAt?.toISOString() ?? null,
        failedAt: failedAt?.toISOString() ?? null,
        lastError: state === 'failed' || state === 'late' ? lastError : null,
      })),
    },
  }
}

function judgeTask(
  { doneAt, failedAt, idleSeconds }: ScheduleRow,
  everySeconds: number,
): Task['state'] {
  const { intervals } = SIGNALS.KioskoScheduleLate
  if (judge(SIGNALS.KioskoScheduleLate, idleSeconds - intervals * everySeconds) !== 'ok')
    return 'late'
  if (failedAt !== null && (doneAt === null || failedAt > doneAt)) return 'failed'
  return doneAt === null ? 'planned' : 'ok'
}
