import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { HOUR_MS } from '#contract/core/time.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { jobs, schedules } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tools/database/test-database.ts'
import { enqueue, defineJob, retryDeadJobs } from './queue.ts'
import { createWorker, wakeOnNewJobs } from './worker.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const greetJob = defineJob<{ name: string }>('greet', { maxAttempts: 2 })
const worker = () => createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: 20 })
const rows = () => database.db.select().from(jobs)

test('a job is added only if the transaction that enqueued it commits', async () => {
  const failedTransaction = runTransaction(database.db, async tx => {
    await enqueue(tx, greetJob, { name: 'Ana' })
    throw new Error('rolled back')
  })
  await expect(failedTransaction).rejects.toThrow('rolled back')
  expect(await rows()).toEqual([])

  await runTransaction(database.db, tx => enqueue(tx, greetJob, { name: 'Ana' }))
  expect(await rows()).toMatchObject([
    { kind: 'greet', payload: { name: 'Ana' }, state: 'waiting' },
  ])
})

test('two workers share the jobs and each job runs once', async () => {
  const greetedNames: string[] = []
  const workers = [worker(), worker()]
  for (const each of workers)
    each.handle(greetJob, async ({ name }) => void greetedNames.push(name))
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
  for (const name of names) await enqueue(database.db, greetJob, { name })

  for (const each of workers) each.start()
  await expect.poll(() => greetedNames.length).toBe(40)
  await Promise.all(workers.map(each => each.stop()))

  expect(greetedNames.sort()).toEqual(names.sort())
  expect((await rows()).every(({ state }) => state === 'done')).toBe(true)
})

test('a failed job is retried later and is dead after its last attempt', async () => {
  const failing = worker()
  let stop: Promise<void> | undefined
  failing.handle(greetJob, () => {
    // The second attempt is due after a second, in which a busy machine may not have read the row.
    stop = failing.stop()
    return Promise.reject(new Error('no'))
  })
  await enqueue(database.db, greetJob, { name: 'Ana' })

  failing.start()
  await expect.poll(() => stop !== undefined).toBe(true)
  await stop
  const [waitingJob] = await rows()
  expect(waitingJob).toMatchObject({ state: 'waiting', attempts: 1, lastError: 'Error: no' })
  expect(waitingJob!.runAt.getTime() - waitingJob!.createdAt.getTime()).toBeGreaterThanOrEqual(1000)

  await database.db.update(jobs).set({ runAt: new Date(0) })
  failing.start()
  await expect.poll(async () => (await rows())[0]?.state).toBe('dead')
  await stop

  expect(await retryDeadJobs(database.db)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

test('the job of a killed worker runs again when its lease expires', async () => {
  await enqueue(database.db, greetJob, { name: 'Ana' })
  // The row looks as if a worker had died while running the job.
  await database.db.update(jobs).set({ attempts: 1, leasedUntil: sql`now() - interval '1 second'` })
  const greetedNames: string[] = []
  const otherWorker = worker()
  otherWorker.handle(greetJob, async ({ name }) => void greetedNames.push(name))

  otherWorker.start()
  await expect.poll(() => greetedNames).toEqual(['Ana'])
  await otherWorker.stop()
})

test('a worker does not claim a job under the valid lease of another worker', async () => {
  await enqueue(database.db, greetJob, { name: 'leased' })
  await database.db.update(jobs).set({ leasedUntil: sql`now() + interval '1 minute'` })
  await enqueue(database.db, greetJob, { name: 'free' })
  const greetedNames: string[] = []
  const otherWorker = worker()
  otherWorker.handle(greetJob, async ({ name }) => void greetedNames.push(name))

  otherWorker.start()
  await expect.poll(() => greetedNames).toEqual(['free'])
  await otherWorker.stop()
  expect(await database.db.$count(jobs, eq(jobs.state, 'waiting'))).toBe(1)
})

test('a second job with the same dedupe key is added only after the first has started', async () => {
  const options = { dedupeKey: 'greet:ana' }
  await enqueue(database.db, greetJob, { name: 'first' }, options)
  await enqueue(database.db, greetJob, { name: 'second' }, options)
  expect(await rows()).toHaveLength(1)

  const slow = worker()
  const finishJob: (() => void)[] = []
  slow.handle(greetJob, () => new Promise<void>(resolve => void finishJob.push(resolve)))
  slow.start()
  await expect.poll(() => finishJob.length).toBe(1)
  await enqueue(database.db, greetJob, { name: 'third' }, options)
  expect(await rows()).toHaveLength(2)
  await expect.poll(() => finishJob.length).toBe(2)
  for (const finish of finishJob) finish()
  await slow.stop()
})

test('stopping a worker waits for its running job', async () => {
  let isFinished = false
  let isStarted = false
  const busy = worker()
  busy.handle(greetJob, async () => {
    isStarted = true
    await database.db.execute(sql`select 1`)
    isFinished = true
  })
  await enqueue(database.db, greetJob, { name: 'Ana' })

  busy.start()
  await expect.poll(() => isStarted).toBe(true)
  await busy.stop()

  expect(isFinished).toBe(true)
  expect(await rows()).toMatchObject([{ state: 'done' }])
})

test('a schedule runs in only one of two workers', async () => {
  let runs = 0
  const workers = [worker(), worker()]
  for (const each of workers) each.schedule('tidy', HOUR_MS, async () => void (runs += 1))

  for (const each of workers) each.start()
  await expect.poll(() => runs).toBe(1)
  await Promise.all(workers.map(each => each.stop()))
  expect(runs).toBe(1)
})

test('jobs run while a slow schedule is running, and the schedule does not run twice at once', async () => {
  const greetedNames: string[] = []
  let runs = 0
  let finish = () => {}
  const slow = new Promise<void>(resolve => (finish = resolve))
  const busy = worker()
  busy.handle(greetJob, async ({ name }) => void greetedNames.push(name))
  busy.schedule('tidy', 1, async () => {
    runs += 1
    await slow
  })
  busy.start()
  await expect.poll(() => runs).toBe(1)

  for (const name of ['Ana', 'Eva']) {
    await enqueue(database.db, greetJob, { name })
    await expect.poll(() => greetedNames).toContain(name)
  }

  expect(runs).toBe(1)
  finish()
  await expect.poll(() => runs).toBeGreaterThan(1)
  await busy.stop()
})

test('a failed scheduled task runs again and does not delay other scheduled tasks', async () => {
  let failures = 0
  let runs = 0
  const failingWorker = worker()
  failingWorker.schedule('broken', 1, async () => {
    failures += 1
    throw new Error('no')
  })
  failingWorker.schedule('tidy', 1, async () => void (runs += 1))

  failingWorker.start()

  await expect.poll(() => failures).toBeGreaterThan(1)
  await expect.poll(() => runs).toBeGreaterThan(1)
  await failingWorker.stop()
})

test('the last end of a schedule is recorded, with its error if it failed', async () => {
  const { db } = database
  let isBroken = true
  const recordingWorker = worker()
  recordingWorker.schedule('tidy', 1, async () => {
    if (isBroken) throw new Error('no disk')
  })
  const readSchedule = async () => (await db.select().from(schedules))[0]

  recordingWorker.start()
  await expect.poll(async () => (await readSchedule())?.failedAt).toBeInstanceOf(Date)
  expect(await readSchedule()).toMatchObject({ doneAt: null, lastError: 'Error: no disk' })
  isBroken = false
  await expect.poll(async () => (await readSchedule())?.doneAt).toBeInstanceOf(Date)
  await recordingWorker.stop()

  const { doneAt, failedAt } = (await readSchedule())!
  expect(doneAt!.getTime()).toBeGreaterThan(failedAt!.getTime())
  expect(recordingWorker.scheduleIntervals).toEqual(new Map([['tidy', 1]]))
})

test('a schedule with a delayed first run does not run immediately on a new database', async () => {
  let delayedRuns = 0
  let runs = 0
  const startedWorker = worker()
  startedWorker.schedule('sweep', HOUR_MS, async () => void (delayedRuns += 1), {
    firstAfterMs: HOUR_MS,
  })
  startedWorker.schedule('tidy', HOUR_MS, async () => void (runs += 1))

  startedWorker.start()

  await expect.poll(() => runs).toBe(1)
  await startedWorker.stop()
  expect(delayedRuns).toBe(0)
})

test('a worker with a long poll interval starts new jobs immediately', async () => {
  const greetedNames: string[] = []
  const idle = createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: HOUR_MS })
  idle.handle(greetJob, async ({ name }) => void greetedNames.push(name))
  const subscription = await wakeOnNewJobs(database, idle)
  idle.start()

  await enqueue(database.db, greetJob, { name: 'Ana' })
  await expect.poll(() => greetedNames).toEqual(['Ana'])
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
  await Promise.all(names.map(name => enqueue(database.db, greetJob, { name })))
  await expect.poll(() => greetedNames.length).toBe(21)

  await subscription.close()
  await idle.stop()
})

test('a worker with a long poll interval runs all jobs that waited before it started', async () => {
  let greetings = 0
  const idle = createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: HOUR_MS })
  idle.handle(greetJob, async () => void (greetings += 1))
  const names = Array.from({ length: 200 }, (_, index) => `n${index}`)
  await Promise.all(names.map(name => enqueue(database.db, greetJob, { name })))

  idle.start()

  await expect.poll(() => greetings).toBe(names.length)
  await idle.stop()
})
