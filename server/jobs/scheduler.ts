import { and, eq, lte, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { schedules } from '#server/db/schema/index.ts'
import { formatError } from '#server/logger.ts'

/** A run of a schedule. A failed one runs again at its next time. */
export interface ScheduleRun {
  name: string
  result: 'done' | 'failed'
  seconds: number
}

interface Schedule {
  name: string
  everyMs: number
  run: () => Promise<void>
  /** The delay in milliseconds of the first run, if the database has no record of this schedule yet. */
  firstAfterMs: number
}

/**
 * Creates the part of a worker that runs the periodic tasks. Each run is made by the one process that moves the time of
 * the next run forward, and its end is recorded in the database, since the next run may be made by another process.
 */
export function createScheduler({
  db,
  log,
  onRun,
}: {
  db: Database
  log: Logger
  onRun: (run: ScheduleRun) => void
}) {
  const registeredSchedules: Schedule[] = []
  /** The schedules that this process is running now, by name. */
  const runningSchedules = new Map<string, Promise<void>>()

  async function recordSchedule({ name, firstAfterMs }: Schedule): Promise<void> {
    const nextAt = new Date(Date.now() + firstAfterMs)
    await db.insert(schedules).values({ name, nextAt }).onConflictDoNothing()
  }

  /** Returns true for the one process that may run a due schedule now. */
  async function claimSchedule({ name, everyMs }: Schedule): Promise<boolean> {
    const claimedRows = await db
      .update(schedules)
      .set({ nextAt: afterDelay(everyMs) })
      .where(and(eq(schedules.name, name), lte(schedules.nextAt, sql`now()`)))
      .returning({ name: schedules.name })
    return claimedRows.length > 0
  }

  async function runSchedule({ name, run }: Schedule): Promise<void> {
    const startedAt = performance.now()
    let result: ScheduleRun['result'] = 'done'
    let outcome: PgUpdateSetSource<typeof schedules> = { doneAt: sql`now()` }
    try {
      await run()
    } catch (error) {
      result = 'failed'
      outcome = { failedAt: sql`now()`, lastError: formatError(error) }
      log.error({ err: error, schedule: name }, 'schedule failed')
    }
    await db
      .update(schedules)
      .set(outcome)
      .where(eq(schedules.name, name))
      .catch((error: unknown) =>
        log.warn({ err: error, schedule: name }, 'the end of a schedule could not be recorded'),
      )
    runningSchedules.delete(name)
    onRun({ name, result, seconds: (performance.now() - startedAt) / 1000 })
  }

  return {
    register(schedule: Schedule): void {
      registeredSchedules.push(schedule)
    },
    /** The interval in milliseconds of each registered schedule, by its name. */
    get intervals(): ReadonlyMap<string, number> {
      return new Map(registeredSchedules.map(({ name, everyMs }) => [name, everyMs]))
    },
    /** Starts the due schedules without waiting for their end. Each of them is started by only one process. */
    async startDueSchedules(): Promise<void> {
      const stored = await db
        .select({ name: schedules.name, isDue: sql<boolean>`${schedules.nextAt} <= now()` })
        .from(schedules)
      const isDue = new Map(stored.map(({ name, isDue }) => [name, isDue]))
      for (const schedule of registeredSchedules) {
        if (runningSchedules.has(schedule.name) || isDue.get(schedule.name) === false) continue
        if (!isDue.has(schedule.name)) await recordSchedule(schedule)
        if (await claimSchedule(schedule))
          runningSchedules.set(schedule.name, runSchedule(schedule))
      }
    },
    /** Waits for the end of the running schedules. */
    async waitForRuns(): Promise<void> {
      await Promise.all(runningSchedules.values())
    },
  }
}
