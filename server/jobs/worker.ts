import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, OpenDatabase, ChannelSubscription } from '#server/db/client.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { jobs, schedules } from '#server/db/schema/index.ts'
import { describeError } from '#server/logger.ts'
import { JOB_LANES, type JobDefinition, type JobLane } from './queue.ts'

/** The PostgreSQL channel that a trigger notifies when a transaction that added jobs commits (docs/decisions/0024). */
const CHANNEL = 'jobs'
const LEASE_MS = 60_000
/** A job during whose runs this number of processes ended is dead, since it probably ends them. */
const MAX_LOST_LEASES = 10
const MAX_RETRY_DELAY_MS = 3_600_000
const DONE_RETENTION_DAYS = 7

interface Handler {
  run: (payload: never) => Promise<void>
  lane: JobLane
}
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
  /** The kinds of jobs with a handler, and the number of free slots, of each lane. */
  const lanes = new Map(
    Object.entries(JOB_LANES).map(([lane, size]) => [
      lane,
      { kinds: [] as string[], freeSlots: size },
    ]),
  )
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

  /** Claims due jobs, at most as many of each lane as it has free slots. */
  async function claim(): Promise<JobRow[]> {
    const dueJobs = [...lanes.values()]
      .filter(({ kinds, freeSlots }) => kinds.length > 0 && freeSlots > 0)
      .map(
        ({ kinds, freeSlots }) =>
          sql`array(${db
            .select({ id: jobs.id })
            .from(jobs)
            .where(
              and(
                eq(jobs.state, 'waiting'),
                sql`${jobs.runAt} <= now()`,
                sql`(${jobs.leasedUntil} is null or ${jobs.leasedUntil} < now())`,
                inArray(jobs.kind, kinds),
              ),
            )
            .orderBy(jobs.runAt)
            .limit(freeSlots)
            .for('update', { skipLocked: true })})`,
      )
    if (dueJobs.length === 0) return []
    return db
      .update(jobs)
      .set({
        leasedUntil: sql`now() + ${LEASE_MS} * interval '1 millisecond'`,
        attempts: sql`${jobs.attempts} + 1`,
        // A job that ends gives its lease back. A lease that is still there belonged to a process that has ended.
        lostLeases: sql`${jobs.lostLeases} + (${jobs.leasedUntil} is not null)::int`,
        // The key is removed when the job starts: the job may already have read its data, so a new job with the same
        // key must be added.
        dedupeKey: null,
      })
      .where(sql`${jobs.id} = any(${sql.join(dueJobs, sql` || `)})`)
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
      if (row.lostLeases >= MAX_LOST_LEASES)
        throw new Error(`the process ended ${row.lostLeases} times while this job ran`)
      await handlers.get(row.kind)!.run(row.payload as never)
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
    const isDead = row.attempts >= row.maxAttempts || row.lostLeases >= MAX_LOST_LEASES
    log[isDead ? 'error' : 'warn'](
      { job: row.id, kind: row.kind, attempts: row.attempts, err: error },
      isDead ? 'job is dead' : 'job failed, will be retried',
    )
    const delayMs = Math.min(
      Math.max(1000 * 2 ** (row.attempts - 1), readRetryAfterMs(error)),
      MAX_RETRY_DELAY_MS,
    )
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
    for (const row of await claim()) {
      const lane = lanes.get(handlers.get(row.kind)!.lane)!
      lane.freeSlots -= 1
      const jobRun: Promise<void> = runJob(row)
        .catch((error: unknown) =>
          log.error({ err: error, job: row.id }, 'the failure of a job could not be recorded'),
        )
        .finally(() => {
          lane.freeSlots += 1
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
    handle<P>({ kind, lane }: JobDefinition<P>, run: (payload: P) => Promise<void>): void {
      if (handlers.has(kind)) throw new Error(`the job kind ${kind} already has a handler`)
      handlers.set(kind, { run, lane })
      lanes.get(lane)!.kinds.push(kind)
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

/** Reads the pause in milliseconds that the error of a failed job asks for; 0 if none. */
function readRetryAfterMs(error: unknown): number {
  const seconds =
    typeof error === 'object' && error !== null && 'retryAfter' in error ? error.retryAfter : 0
  return typeof seconds === 'number' ? seconds * 1000 : 0
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
  await deleteInBatches(db, jobs, and(eq(jobs.state, 'done'), lt(jobs.finishedAt, before)))
}
