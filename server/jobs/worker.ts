import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database, OpenDatabase, Subscription } from '#server/db/client.ts'
import { jobs, schedules } from '#server/db/schema/index.ts'
import { describeError } from '#server/logger.ts'
import type { JobDefinition } from './queue.ts'

/** Where a trigger tells that a transaction which added jobs has committed (docs/decisions/0024). */
const CHANNEL = 'jobs'
const LEASE_MS = 60_000
const AT_ONCE = 4
const LONGEST_PAUSE_MS = 3_600_000
const KEEP_DONE_DAYS = 7

type Handler = (payload: never) => Promise<void>
type Row = typeof jobs.$inferSelect

interface Schedule {
  name: string
  everyMs: number
  run: () => Promise<void>
  /** How long a database that never saw it waits before the first run. */
  firstAfterMs: number
}

/**
 * Claims due jobs under a lease (`FOR UPDATE SKIP LOCKED`), so that any number of workers share one
 * table and a killed worker's jobs come back when its lease runs out.
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
  const planned: Schedule[] = []
  const running = new Set<Promise<void>>()
  /** Schedules under way in this process, by name. */
  const underWay = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true
  let pass: Promise<void> | undefined
  /** Woken while a pass was under way, which may have looked too early. */
  let isCalled = false
  let schedulesDueAt = 0

  /** Claims what is due, up to the free places. */
  async function claim(limit: number): Promise<Row[]> {
    const due = db
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
        // From here on a new job with the same key is new work: this one may have read already.
        dedupeKey: null,
      })
      .where(inArray(jobs.id, due))
      .returning()
  }

  async function perform(row: Row): Promise<void> {
    // A slow job keeps its lease as long as its process lives.
    const renew = setInterval(() => {
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
      await putBack(row, error)
    } finally {
      clearInterval(renew)
    }
  }

  async function putBack(row: Row, error: unknown): Promise<void> {
    const { type, message } = describeError(error)
    const lastError = `${type}: ${message}`
    const dead = row.attempts >= row.maxAttempts
    log[dead ? 'error' : 'warn'](
      { job: row.id, kind: row.kind, attempts: row.attempts, err: error },
      dead ? 'job is dead' : 'job failed, will be tried again',
    )
    const pauseMs = Math.min(1000 * 2 ** (row.attempts - 1), LONGEST_PAUSE_MS)
    await db
      .update(jobs)
      .set(
        dead
          ? { state: 'dead', finishedAt: sql`now()`, leasedUntil: null, lastError }
          : {
              runAt: sql`now() + ${pauseMs} * interval '1 millisecond'`,
              leasedUntil: null,
              lastError,
            },
      )
      .where(eq(jobs.id, row.id))
  }

  /** Starts each schedule whose moment has come, in one process only; jobs do not wait for it. */
  async function startSchedules(): Promise<void> {
    for (const { name, everyMs, run, firstAfterMs } of planned) {
      if (underWay.has(name)) continue
      const nextAt = new Date(Date.now() + firstAfterMs)
      await db.insert(schedules).values({ name, nextAt }).onConflictDoNothing()
      const mine = await db
        .update(schedules)
        .set({ nextAt: sql`now() + ${everyMs} * interval '1 millisecond'` })
        .where(and(eq(schedules.name, name), sql`${schedules.nextAt} <= now()`))
        .returning({ name: schedules.name })
      if (mine.length === 0) continue
      const done = run()
        .catch((error: unknown) => log.error({ err: error, schedule: name }, 'schedule failed'))
        .finally(() => underWay.delete(name))
      underWay.set(name, done)
    }
  }

  async function poll(): Promise<void> {
    if (Date.now() >= schedulesDueAt) {
      await startSchedules()
      schedulesDueAt = Date.now() + pollMs
    }
    const free = AT_ONCE - running.size
    if (free <= 0) return
    const rows = await claim(free)
    for (const row of rows) {
      const done: Promise<void> = perform(row)
        .catch((error: unknown) =>
          log.error({ err: error, job: row.id }, 'job could not be put back'),
        )
        .finally(() => {
          running.delete(done)
          wake()
        })
      running.add(done)
    }
  }

  function wake(delayMs = 0): void {
    if (stopped) return
    if (pass) {
      isCalled = true
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      isCalled = false
      pass = poll()
        .catch((error: unknown) => log.error({ err: error }, 'worker could not look for jobs'))
        .finally(() => {
          pass = undefined
          wake(isCalled ? 0 : pollMs)
        })
    }, delayMs)
  }

  return {
    handle<P>({ kind }: JobDefinition<P>, handler: (payload: P) => Promise<void>): void {
      if (handlers.has(kind)) throw new Error(`the job ${kind} has a handler already`)
      handlers.set(kind, handler)
    },
    /** Runs at most every `everyMs`, in one of all processes. */
    schedule(
      name: string,
      everyMs: number,
      run: () => Promise<void>,
      { firstAfterMs = 0 }: { firstAfterMs?: number } = {},
    ): void {
      planned.push({ name, everyMs, run, firstAfterMs })
    },
    /** Looks at once instead of at the next poll. */
    wake: () => wake(),
    start(): void {
      stopped = false
      wake()
    },
    /** Takes no more jobs and waits for those under way. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await pass
      await Promise.all([...running, ...underWay.values()])
    },
  }
}

export type Worker = ReturnType<typeof createWorker>

/** Wakes a worker as soon as anybody has added a job. */
export function wakeOnNewJobs(
  { subscribe }: Pick<OpenDatabase, 'subscribe'>,
  worker: Worker,
): Promise<Subscription> {
  return subscribe(CHANNEL, {
    onMessage: worker.wake,
    onConnect: worker.wake,
    onDisconnect: () => undefined,
  })
}

/** Drops jobs that were done long ago. */
export async function purgeDoneJobs(db: Database): Promise<void> {
  const before = new Date(Date.now() - KEEP_DONE_DAYS * 86_400_000)
  await db.delete(jobs).where(and(eq(jobs.state, 'done'), lt(jobs.finishedAt, before)))
}
