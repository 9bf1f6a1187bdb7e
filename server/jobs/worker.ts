import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, OpenDatabase, ChannelSubscription } from '#server/db/client.ts'
import { jobs, schedules } from '#server/db/schema/index.ts'
import { describeError } from '#server/logger.ts'
import type { JobDefinition } from './queue.ts'

/** The PostgreSQL channel that a trigger notifies when a transaction that added jobs commits (docs/decisions/0024). */
const CHANNEL = 'jobs'
const LEASE_MS = 60_000
const CONCURRENCY = 4
const MAX_RETRY_DELAY_MS = 3_600_000
const DONE_RETENTION_DAYS = 7

type Handler = (payload: never) => Promise<void>
type JobRow = typeof jobs.$inferSelect

interface Schedule {
  name: string
  everyMs: number
  run: () => Promise<void>
  /** The delay in milliseconds of the first run, if the database has no record of this schedule yet. */
  firstAfterMs: number
}

/**
 * Creates a worker, which runs jobs and schedules. Workers claim due jobs with `FOR UPDATE SKIP LOCKED` under a lease,
 * so that any number of workers can share one table. If a worker is killed, its jobs become due again when their leases
 * expire.
 */
export function createWorker({
  db,
  log,
  pollMs = 500,
}: {
  db: Database
  log: Logger
  pollMs?: number
}) {
  const handlers = new Map<string, Handler>()
  const registeredSchedules: Schedule[] = []
  const runningJobs = new Set<Promise<void>>()
  /** The schedules that this process is running now, by name. */
  const runningSchedules = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = true
  let currentPoll: Promise<void> | undefined
  /** True if `wake` was called while the worker was reading the table, so that it must read the table once more. */
  let shouldPollAgain = false
  let schedulesDueAt = 0

  /** Claims at most `limit` due jobs. */
  async function claim(limit: number): Promise<JobRow[]> {
    const dueJobs = db
      .select({ id: jobs.id })
      .from(jobs)
      .where(
        and(
          eq(jobs.state, 'waiting'),
          sql`${jobs.runAt} <= now()`,
          sql`(${jobs.leasedUntil} is null or ${jobs.leasedUntil} < now())`,
          inArray(jobs.kind, [...handlers.keys()]),
        ),
      )
      .orderBy(jobs.runAt)
      .limit(limit)
      .for('update', { skipLocked: true })
    return db
      .update(jobs)
      .set({
        leasedUntil: sql`now() + ${LEASE_MS} * interval '1 millisecond'`,
        attempts: sql`${jobs.attempts} + 1`,
        // The key is removed when the job starts: the job may already have read its data, so a new job with the same
        // key must be added.
        dedupeKey: null,
      })
      .where(inArray(jobs.id, dueJobs))
      .returning()
  }

  async function runJob(row: JobRow): Promise<void> {
    // The lease of a running job is renewed as long as the process lives.
    const leaseTimer = setInterval(() => {
      db.update(jobs)
        .set({ leasedUntil: sql`now() + ${LEASE_MS} * interval '1 millisecond'` })
        .where(eq(jobs.id, row.id))
        .catch((error: unknown) => log.warn({ err: error, job: row.id }, 'lease not renewed'))
    }, LEASE_MS / 3)
    try {
      await handlers.get(row.kind)!(row.payload as never)
      await db
        .update(jobs)
        .set({ state: 'done', finishedAt: sql`now()`, leasedUntil: null, lastError: null })
        .where(eq(jobs.id, row.id))
    } catch (error) {
      await recordFailure(row, error)
    } finally {
      clearInterval(leaseTimer)
    }
  }

  async function recordFailure(row: JobRow, error: unknown): Promise<void> {
    const { type, message } = describeError(error)
    const lastError = `${type}: ${message}`
    const isDead = row.attempts >= row.maxAttempts
    log[isDead ? 'error' : 'warn'](
      { job: row.id, kind: row.kind, attempts: row.attempts, err: error },
      isDead ? 'job is dead' : 'job failed, will be retried',
    )
    const delayMs = Math.min(1000 * 2 ** (row.attempts - 1), MAX_RETRY_DELAY_MS)
    await db
      .update(jobs)
      .set(
        isDead
          ? { state: 'dead', finishedAt: sql`now()`, leasedUntil: null, lastError }
          : {
              runAt: sql`now() + ${delayMs} * interval '1 millisecond'`,
              leasedUntil: null,
              lastError,
            },
      )
      .where(eq(jobs.id, row.id))
  }

  /** Starts the due schedules without waiting for their end. Each of them is started by only one process. */
  async function startSchedules(): Promise<void> {
    for (const { name, everyMs, run, firstAfterMs } of registeredSchedules) {
      if (runningSchedules.has(name)) continue
      const nextAt = new Date(Date.now() + firstAfterMs)
      await db.insert(schedules).values({ name, nextAt }).onConflictDoNothing()
      const claimedRows = await db
        .update(schedules)
        .set({ nextAt: sql`now() + ${everyMs} * interval '1 millisecond'` })
        .where(and(eq(schedules.name, name), sql`${schedules.nextAt} <= now()`))
        .returning({ name: schedules.name })
      if (claimedRows.length === 0) continue
      const scheduleRun = run()
        .catch((error: unknown) => log.error({ err: error, schedule: name }, 'schedule failed'))
        .finally(() => runningSchedules.delete(name))
      runningSchedules.set(name, scheduleRun)
    }
  }

  async function poll(): Promise<void> {
    if (Date.now() >= schedulesDueAt) {
      await startSchedules()
      schedulesDueAt = Date.now() + pollMs
    }
    const freeSlots = CONCURRENCY - runningJobs.size
    if (freeSlots <= 0) return
    const rows = await claim(freeSlots)
    for (const row of rows) {
      const jobRun: Promise<void> = runJob(row)
        .catch((error: unknown) =>
          log.error({ err: error, job: row.id }, 'the failure of a job could not be recorded'),
        )
        .finally(() => {
          runningJobs.delete(jobRun)
          wake()
        })
      runningJobs.add(jobRun)
    }
  }

  function wake(delayMs = 0): void {
    if (isStopped) return
    if (currentPoll) {
      shouldPollAgain = true
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      shouldPollAgain = false
      currentPoll = poll()
        .catch((error: unknown) => log.error({ err: error }, 'worker could not poll for jobs'))
        .finally(() => {
          currentPoll = undefined
          wake(shouldPollAgain ? 0 : pollMs)
        })
    }, delayMs)
  }

  return {
    handle<P>({ kind }: JobDefinition<P>, handler: (payload: P) => Promise<void>): void {
      if (handlers.has(kind)) throw new Error(`the job kind ${kind} already has a handler`)
      handlers.set(kind, handler)
    },
    /** Registers a task that runs at most once every `everyMs` milliseconds over all processes. */
    schedule(
      name: string,
      everyMs: number,
      run: () => Promise<void>,
      { firstAfterMs = 0 }: { firstAfterMs?: number } = {},
    ): void {
      registeredSchedules.push({ name, everyMs, run, firstAfterMs })
    },
    /** Looks for due jobs immediately instead of at the next poll. */
    wake: () => wake(),
    start(): void {
      isStopped = false
      wake()
    },
    /** Stops claiming jobs, and waits for the running jobs. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await currentPoll
      await Promise.all([...runningJobs, ...runningSchedules.values()])
    },
  }
}

export type Worker = ReturnType<typeof createWorker>

/** Wakes a worker as soon as a process, this one or another, has added a job. */
export function wakeOnNewJobs(
  { subscribe }: Pick<OpenDatabase, 'subscribe'>,
  worker: Worker,
): Promise<ChannelSubscription> {
  return subscribe(CHANNEL, {
    onMessage: worker.wake,
    onConnect: worker.wake,
    onDisconnect: () => undefined,
  })
}

/** Deletes jobs that were done more than a week ago. */
export async function purgeDoneJobs(db: Database): Promise<void> {
  const before = new Date(Date.now() - DONE_RETENTION_DAYS * 86_400_000)
  await db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, before)))
}
