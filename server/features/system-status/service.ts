import type { Logger } from 'pino'
import type { Check, CheckKind, SystemStatus } from '#contract/system-status.ts'
import type { Locale } from '#messages/runtime'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { findDiskFolder } from '#server/integrations/storage/open-storage.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { WorkerPlan } from '#server/features/monitoring/service.ts'
import { type Text, findRunbookSection } from '#server/signals/signal.ts'
import { ROWS, SIGNALS, TABS } from '#server/signals/signals.ts'
import { type CheckResult, runCheck } from './checks/check.ts'
import {
  checkCount,
  checkInvariants,
  checkJobs,
  checkReviews,
  createFigureReader,
} from './checks/figure-checks.ts'
import { checkDatabase, checkReplica, checkStorage } from './checks/machine-checks.ts'
import { checkDelivery, checkMail, checkProcesses, checkProvider } from './checks/process-checks.ts'
import { checkSchedules } from './checks/schedules-check.ts'
import { type ProcessRow, findProcesses } from './processes/queries.ts'

export { createActivityRecorder } from './processes/activity.ts'
export { type ProcessReporter, createProcessReporter } from './processes/reporter.ts'

export interface StatusContext {
  database: Pick<OpenDatabase, 'db' | 'pool' | 'replica'>
  log: Logger
  storage: Storage
  plan: WorkerPlan
  config: Pick<Config, 'dataDir' | 's3' | 'clamdUrl'>
}

type RowName = keyof typeof ROWS
type CountRowName = {
  [Name in RowName]: (typeof ROWS)[Name] extends { counts: string } ? Name : never
}[RowName]
/** What the check of a row has found out. */
type Reading = { [Kind in CheckKind]: { kind: Kind } & CheckResult<Kind> }[CheckKind]

/** Creates the reader of the state of every part. Simultaneous calls share one reading. */
export function createStatusReader(
  context: StatusContext,
): (locale: Locale) => Promise<SystemStatus> {
  let running: ReturnType<typeof readChecks> | undefined
  return async locale => {
    const { measuredAt, rows } = await (running ??= readChecks(context).finally(() => {
      running = undefined
    }))
    return { measuredAt, checks: rows.map(([name, reading]) => describeRow(name, reading, locale)) }
  }
}

/**
 * Runs the checks of all rows at the same time. Each has a time limit, and one that fails does not affect the others. A
 * part that is not set up has no check.
 */
async function readChecks({
  database,
  log,
  storage,
  plan,
  config,
}: StatusContext): Promise<{ measuredAt: string; rows: [RowName, Reading][] }> {
  const measuredAt = new Date().toISOString()
  const { db, replica } = database
  const place = { storage, diskFolder: findDiskFolder(config), bucket: config.s3?.bucket }
  const read = createFigureReader(db, plan)
  const processRows = findProcesses(db)
  const start = async <Kind extends CheckKind>(
    kind: Kind,
    check: () => Promise<CheckResult<Kind>>,
  ) => ({ kind, ...(await runCheck(log, check)) })
  const startWithProcesses = <Kind extends CheckKind>(
    kind: Kind,
    check: (rows: ProcessRow[]) => CheckResult<Kind>,
  ) => start(kind, async () => check(await processRows))

  const ownChecks: Record<Exclude<RowName, CountRowName>, Promise<Reading> | undefined> = {
    database: start('database', () => checkDatabase(database)),
    replica: replica && start('replica', () => checkReplica(replica)),
    storage: start('storage', () => checkStorage(place)),
    mail: startWithProcesses('mail', checkMail),
    provider: startWithProcesses('provider', checkProvider),
    delivery: startWithProcesses('delivery', checkDelivery),
    processes: startWithProcesses('processes', checkProcesses),
    jobs: start('jobs', () => checkJobs(read)),
    schedules: start('schedules', () => checkSchedules(db, plan.scheduleIntervals)),
    reviews: start('reviews', () => checkReviews(read)),
    invariants: start('invariants', () => checkInvariants(read)),
  }
  const startRow = (name: RowName): Promise<Reading> | undefined => {
    if (!isCount(name)) return ownChecks[name]
    if (name === 'scans' && config.clamdUrl === undefined) return undefined
    const { signal, counts } = ROWS[name]
    return start('count', () => checkCount(read, SIGNALS[signal], counts))
  }
  const rows = Object.keys(ROWS).map(async name => {
    const reading = await startRow(name as RowName)
    return reading && ([name, reading] as [RowName, Reading])
  })
  return { measuredAt, rows: (await Promise.all(rows)).filter(row => row !== undefined) }
}

const isCount = (name: RowName): name is CountRowName => 'counts' in ROWS[name]

/** Adds the texts of its row to what a check has found out. */
function describeRow(name: RowName, { action, signal, ...check }: Reading, locale: Locale): Check {
  const row: (typeof ROWS)[RowName] & { label?: Text } = ROWS[name]
  const print = (text: Text) => text({}, { locale })
  const section = signal ?? ('signal' in row ? row.signal : undefined)
  return {
    ...check,
    name,
    group: row.group,
    title: print('title' in row ? row.title : TABS[row.tab]),
    label: row.label ? print(row.label) : null,
    action: print(action ?? row.action),
    tab: 'tab' in row ? { id: row.tab, title: print(TABS[row.tab]) } : null,
    runbook: section ? findRunbookSection(section) : null,
  }
}
