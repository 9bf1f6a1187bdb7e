import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import type { ActivityRecorder, ProviderAvailability } from './activity.ts'
import { type ProcessRow, saveProcess } from './queries.ts'

const INTERVAL_MS = 15_000

/** Keeps the row of this process up to date, from which the status page of the administration learns about it. */
export interface ProcessReporter {
  /** Stores the first report, and then one every 15 seconds. */
  start(): Promise<void>
  report(): Promise<void>
  /** Stores that the process ends. Without a start before, it does nothing. */
  stop(): Promise<void>
}

export function createProcessReporter({
  db,
  log,
  activity,
  provider,
  role,
  version,
}: Pick<ProcessRow, 'role' | 'version'> & {
  db: Database
  log: Logger
  activity: ActivityRecorder
  provider: ProviderAvailability
}): ProcessReporter {
  const identity = { id: randomUUID(), host: hostname(), role, version }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  /** While the database is away, nothing is stored; the page then says since when it has heard of the process. */
  const save = (isStopping: boolean) =>
    saveProcess(db, { ...identity, activity: activity.read(provider) }, isStopping).catch(
      (error: unknown) =>
        log.warn({ err: error }, 'the report of this process could not be stored'),
    )

  async function report(): Promise<void> {
    // A report that the database keeps waiting is not joined by others.
    running ??= save(false).finally(() => {
      running = undefined
    })
    await running
  }

  return {
    async start() {
      timer = setInterval(() => void report(), INTERVAL_MS).unref()
      await report()
    },
    report,
    async stop() {
      if (timer === undefined) return
      clearInterval(timer)
      await running
      await save(true)
    },
  }
}
