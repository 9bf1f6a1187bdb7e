import { and, eq, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { daysAgo } from '#contract/core/time.ts'
import type { Database, OpenDatabase, ChannelSubscription } from '#server/db/client.ts'
import { afterDelay } from '#server/db/columns.ts'
import { deleteInBatches } from '#server/db/delete-in-batches.ts'
import { jobs } from '#server/db/schema/index.ts'
import { formatError } from '#server/logger.ts'
import { type JobRow, claimJobs, finishJob } from './claim-jobs.ts'
import { JOB_LANES, type JobDefinition, type JobLane } from './queue.ts'
import { type ScheduleRun, createScheduler } from './scheduler.ts'

/**
 * The PostgreSQL channel on which a trigger names the kinds of the jobs that a transaction added, once it commits
 * (docs/design/operations.md).
 */
const CHANNEL = 'jobs'
const LEASE_MS = 60_000
/** A job during whose runs this number of processes ended is dead, since it probably ends them. */
const MAX_LOST_LEASES = 10
const DONE_RETENTION_DAYS = 7

interface Handler {
  run: (payload: never) => Promise<void>
  lane: JobLane
  maxRetryDelayMs: number
}

/** An attempt to run a job. `failed` jobs are tried again, `dead` ones are not. */
export interface JobAttempt {
  lane: JobLane
  result: 'done' | 'failed' | 'dead'
  seconds: number
}

/** What a worker reports after each attempt to run a job and after each run of a schedule. */
export interface WorkerMetrics {
  recordJob(attempt: JobAttempt): void
  recordScheduleRun(run: ScheduleRun): void
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
  metrics,
}: {
  db: Database
  log: Logger
  pollMs?: number
  metrics?: WorkerMetrics
}) {
  const handlers = new Map<string, Handler>()
  /**
   * The kinds of jobs with a handler, and the number of free slots, of each lane. `mayBeDue` is true if the lane must
   * be looked at: a job was added, or as many jobs were due as it had free slots.
   */
  const lanes = new Map(
    Object.entries<number>(JOB_LANES).map(([name, size]) => [
      name,
      { kinds: [] as string[], freeSlots: size, mayBeDue: true },
    ]),
  )
  const laneOf = (kind: string) => lanes.get(handlers.get(kind)!.lane)!
  const runningJobs = new Set<Promise<void>>()
  const scheduler = createScheduler({
    db,
    log,
    onRun: run => metrics?.recordScheduleRun(run),
  })
  let timer: NodeJS.Timeout | undefined
  let isStopped = true
  let currentPoll: Promise<void> | undefined
  /** True if `wake` was called while the worker was reading the table, so that it must read the table once more. */
  let shouldPollAgain = false
  /**
   * When all lanes and schedules are looked at again. It is measured by `performance.now()`, since the time of day can
   * be put back.
   */
  let everythingDueAt = 0

  /** Claims due jobs of the lanes in which some may be due, at most as many of each lane as it has free slots. */
  async function claim(): Promise<JobRow[]> {
    const openLanes = [...lanes.values()].filter(
      ({ kinds, freeSlots, mayBeDue }) => mayBeDue && freeSlots > 0 && kinds.length > 0,
    )
    if (openLanes.length === 0) return []
    // A job that is added from now on is announced again.
    for (const lane of openLanes) lane.mayBeDue = false
    const claims = openLanes.map(lane => ({ lane, kinds: lane.kinds, slots: lane.freeSlots }))
    const rows = await claimJobs(db, claims, LEASE_MS)
    for (const { kind } of rows) laneOf(kind).freeSlots -= 1
    for (const { lane, slots } of claims) {
      if (rows.filter(({ kind }) => laneOf(kind) === lane).length < slots) continue
      // More jobs may be due than there were slots. A run that ended during the claim has not woken the worker.
      lane.mayBeDue = true
      if (lane.freeSlots > 0) wake()
    }
    return rows
  }

  async function runJob(row: JobRow): Promise<void> {
    const startedAt = performance.now()
    let result: JobAttempt['result'] = 'done'
    // The lease of a running job is renewed as long as the process lives.
    const leaseTimer = setInterval(() => {
      db.update(jobs)
        .set({ leasedUntil: afterDelay(LEASE_MS) })
        .where(eq(jobs.id, row.id))
        .catch((error: unknown) => log.warn({ err: error, job: row.id }, 'lease not renewed'))
    }, LEASE_MS / 3)
    try {
      if (row.lostLeases >= MAX_LOST_LEASES)
        throw new Error(`the process ended ${row.lostLeases} times while this job ran`)
      await handlers.get(row.kind)!.run(row.payload as never)
      await finishJob(db, row.id)
    } catch (error) {
      result = await recordFailure(row, error)
    } finally {
      clearInterval(leaseTimer)
      const { lane } = handlers.get(row.kind)!
      metrics?.recordJob({ lane, result, seconds: (performance.now() - startedAt) / 1000 })
    }
  }

  async function recordFailure(row: JobRow, error: unknown): Promise<'failed' | 'dead'> {
    const lastError = formatError(error)
    const isDead = row.attempts >= row.maxAttempts || row.lostLeases >= MAX_LOST_LEASES
    log[isDead ? 'error' : 'warn'](
      { job: row.id, kind: row.kind, attempts: row.attempts, err: error },
      isDead ? 'job is dead' : 'job failed, will be retried',
    )
    const delayMs = Math.min(
      Math.max(1000 * 2 ** (row.attempts - 1), readRetryAfterMs(error)),
      handlers.get(row.kind)!.maxRetryDelayMs,
    )
    await db
      .update(jobs)
      .set(
        isDead
          ? { state: 'dead', finishedAt: sql`now()`, leasedUntil: null, lastError }
          : {
              runAt: afterDelay(delayMs),
              leasedUntil: null,
              lastError,
            },
      )
      .where(eq(jobs.id, row.id))
    return isDead ? 'dead' : 'failed'
  }

  async function poll(): Promise<void> {
    if (performance.now() >= everythingDueAt) {
      await scheduler.startDueSchedules()
      for (const lane of lanes.values()) lane.mayBeDue = true
      everythingDueAt = performance.now() + pollMs
    }
    for (const row of await claim()) {
      const { lane: laneName } = handlers.get(row.kind)!
      const lane = lanes.get(laneName)!
      const jobRun: Promise<void> = runJob(row)
        .catch((error: unknown) =>
          log.error({ err: error, job: row.id }, 'the failure of a job could not be recorded'),
        )
        .finally(() => {
          lane.freeSlots += 1
          runningJobs.delete(jobRun)
          if (lane.mayBeDue) wake()
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
    handle<P>(
      { kind, lane, maxRetryDelayMs }: JobDefinition<P>,
      run: (payload: P) => Promise<void>,
    ): void {
      if (handlers.has(kind)) throw new Error(`the job kind ${kind} already has a handler`)
      handlers.set(kind, { run, lane, maxRetryDelayMs })
      lanes.get(lane)!.kinds.push(kind)
    },
    /** The lane of each kind of job that has a handler. */
    get laneOfKind(): ReadonlyMap<string, JobLane> {
      return new Map([...handlers].map(([kind, { lane }]) => [kind, lane]))
    },
    /** The interval in milliseconds of each registered schedule, by its name. */
    get scheduleIntervals(): ReadonlyMap<string, number> {
      return scheduler.intervals
    },
    /** Registers a task that runs at most once every `everyMs` milliseconds over all processes. */
    schedule(
      name: string,
      everyMs: number,
      run: () => Promise<void>,
      { firstAfterMs = 0 }: { firstAfterMs?: number } = {},
    ): void {
      scheduler.register({ name, everyMs, run, firstAfterMs })
    },
    /** Looks for due jobs of a kind immediately instead of at the next poll. */
    wake(kind: string): void {
      if (!handlers.has(kind)) return
      laneOf(kind).mayBeDue = true
      wake()
    },
    /** Looks for due jobs of all kinds immediately. */
    wakeAll(): void {
      everythingDueAt = 0
      wake()
    },
    start(): void {
      isStopped = false
      wake()
    },
    /** Stops claiming jobs, and waits for the running jobs. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await currentPoll
      await Promise.all([...runningJobs, scheduler.waitForRuns()])
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
    onMessage: kind => worker.wake(kind),
    onConnect: () => worker.wakeAll(),
    onDisconnect: () => undefined,
  })
}

/** Deletes jobs that were done more than a week ago. */
export async function purgeDoneJobs(db: Database): Promise<void> {
  const before = daysAgo(DONE_RETENTION_DAYS)
  await deleteInBatches(db, jobs, and(eq(jobs.state, 'done'), lt(jobs.finishedAt, before)))
}
