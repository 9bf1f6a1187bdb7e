import type { Logger } from 'pino'
import type { SystemStatus } from '#contract/system-status.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { findDiskFolder } from '#server/integrations/storage/open-storage.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import type { WorkerPlan } from '#server/features/monitoring/service.ts'
import { type CheckResult, runCheck } from './checks/check.ts'
import {
  checkFailedJobs,
  checkInvariants,
  checkJobs,
  checkRefundsDue,
  checkReviews,
  checkScans,
  checkUnmatched,
  checkWebhookEvents,
  createFigureReader,
} from './checks/figure-checks.ts'
import { checkDatabase, checkReplica, checkStorage } from './checks/machine-checks.ts'
import { checkDelivery, checkMail, checkProcesses, checkProvider } from './checks/process-checks.ts'
import { checkSchedules } from './checks/schedules-check.ts'
import { type ProcessRow, findProcesses } from './processes/queries.ts'

export { createActivityRecorder } from './processes/activity.ts'
export { type ProcessReporter, createProcessReporter } from './processes/reporter.ts'

export interface SystemStatusDeps {
  database: Pick<OpenDatabase, 'db' | 'pool' | 'replica'>
  log: Logger
  storage: Storage
  plan: WorkerPlan
  config: Pick<Config, 'dataDir' | 's3' | 'storageMigration' | 'clamdUrl'>
}

/** Creates the reader of the state of every part. Simultaneous calls share one reading. */
export function createStatusReader(deps: SystemStatusDeps): () => Promise<SystemStatus> {
  let running: Promise<SystemStatus> | undefined
  return () =>
    (running ??= readSystemStatus(deps).finally(() => {
      running = undefined
    }))
}

/** Runs all checks at the same time. Each has a time limit, and one that fails does not affect the others. */
async function readSystemStatus({
  database,
  log,
  storage,
  plan,
  config,
}: SystemStatusDeps): Promise<SystemStatus> {
  const { db, replica } = database
  const place = { storage, diskFolder: findDiskFolder(config), bucket: config.s3?.bucket }
  const measuredAt = new Date().toISOString()
  const read = createFigureReader(db, plan)
  const processRows = findProcesses(db)
  const start = <Figures>(check: () => Promise<CheckResult<Figures>>) => runCheck(log, check)
  const startWithProcesses = <Figures>(check: (rows: ProcessRow[]) => CheckResult<Figures>) =>
    start(async () => check(await processRows))

  const checks = {
    database: start(() => checkDatabase(database)),
    replica: replica ? start(() => checkReplica(replica)) : null,
    storage: start(() => checkStorage(place)),
    mail: startWithProcesses(checkMail),
    provider: startWithProcesses(checkProvider),
    delivery: startWithProcesses(checkDelivery),
    processes: startWithProcesses(checkProcesses),
    jobs: start(() => checkJobs(read)),
    failedJobs: start(() => checkFailedJobs(read)),
    schedules: start(() => checkSchedules(db, plan.scheduleIntervals)),
    webhookEvents: start(() => checkWebhookEvents(read)),
    reviews: start(() => checkReviews(read)),
    refundsDue: start(() => checkRefundsDue(read)),
    unmatchedPayments: start(() => checkUnmatched(read)),
    scans: config.clamdUrl !== undefined ? start(() => checkScans(read)) : null,
    invariants: start(() => checkInvariants(read)),
  }
  return {
    measuredAt,
    database: await checks.database,
    replica: await checks.replica,
    storage: await checks.storage,
    mail: await checks.mail,
    provider: await checks.provider,
    delivery: await checks.delivery,
    processes: await checks.processes,
    jobs: await checks.jobs,
    failedJobs: await checks.failedJobs,
    schedules: await checks.schedules,
    webhookEvents: await checks.webhookEvents,
    reviews: await checks.reviews,
    refundsDue: await checks.refundsDue,
    unmatchedPayments: await checks.unmatchedPayments,
    scans: await checks.scans,
    invariants: await checks.invariants,
  }
}
