import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import type { OpenDatabase } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tools/database/test-database.ts'
import { enqueue, defineJob, retryDeadJobs } from './queue.ts'
import { createWorker, wakeOnNewJobs } from './worker.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const greet = defineJob<{ name: string }>('greet', { maxAttempts: 2 })
const worker = () => createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: 20 })
const rows = () => database.db.select().from(jobs)

test('a job exists exactly if the transaction that wrote it commits', async () => {
  const failed = database.db.transaction(async tx => {
    await enqueue(tx, greet, { name: 'Ana' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await rows()).toEqual([])

  await database.db.transaction(tx => enqueue(tx, greet, { name: 'Ana' }))
  expect(await rows()).toMatchObject([
    { kind: 'greet', payload: { name: 'Ana' }, state: 'waiting' },
  ])
})

test('two workers share the work, each job done once', async () => {
  const done: string[] = []
  const workers = [worker(), worker()]
  for (const each of workers) each.handle(greet, async ({ name }) => void done.push(name))
  const names = Array.from({ length: 40 }, (_, index) => `n${index}`)
  for (const name of names) await enqueue(database.db, greet, { name })

  for (const each of workers) each.start()
  await expect.poll(() => done.length).toBe(40)
  await Promise.all(workers.map(each => each.stop()))

  expect(done.sort()).toEqual(names.sort())
  expect((await rows()).every(({ state }) => state === 'done')).toBe(true)
})

test('a job that fails is tried again later, and is dead after its last attempt', async () => {
  const failing = worker()
  failing.handle(greet, () => Promise.reject(new Error('no')))
  await enqueue(database.db, greet, { name: 'Ana' })

  failing.start()
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  await expect.poll(async () => (await rows())[0]?.leasedUntil).toBeNull()
  const [waiting] = await rows()
  expect(waiting).toMatchObject({ state: 'waiting', lastError: 'Error: no' })
  expect(waiting!.runAt.getTime()).toBeGreaterThan(Date.now())

  await database.db.update(jobs).set({ runAt: new Date(0) })
  await expect.poll(async () => (await rows())[0]?.state).toBe('dead')
  await failing.stop()

  expect(await retryDeadJobs(database.db)).toBe(1)
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }])
})

test('a killed worker’s job comes back when its lease runs out', async () => {
  await enqueue(database.db, greet, { name: 'Ana' })
  // As a worker leaves it that died in the middle.
  await database.db.update(jobs).set({ attempts: 1, leasedUntil: sql`now() - interval '1 second'` })
  const done: string[] = []
  const heir = worker()
  heir.handle(greet, async ({ name }) => void done.push(name))

  heir.start()
  await expect.poll(() => done).toEqual(['Ana'])
  await heir.stop()
})

test('a job under a live lease is left to its worker', async () => {
  await enqueue(database.db, greet, { name: 'theirs' })
  await database.db.update(jobs).set({ leasedUntil: sql`now() + interval '1 minute'` })
  await enqueue(database.db, greet, { name: 'ours' })
  const done: string[] = []
  const other = worker()
  other.handle(greet, async ({ name }) => void done.push(name))

  other.start()
  await expect.poll(() => done).toEqual(['ours'])
  await other.stop()
  expect(await database.db.$count(jobs, eq(jobs.state, 'waiting'))).toBe(1)
})

test('while a job waits, another one with its key is not added; once it runs, it is', async () => {
  const once = { dedupeKey: 'greet:ana' }
  await enqueue(database.db, greet, { name: 'first' }, once)
  await enqueue(database.db, greet, { name: 'second' }, once)
  expect(await rows()).toHaveLength(1)

  const slow = worker()
  const held: (() => void)[] = []
  slow.handle(greet, () => new Promise<void>(resolve => void held.push(resolve)))
  slow.start()
  await expect.poll(() => held.length).toBe(1)
  await enqueue(database.db, greet, { name: 'third' }, once)
  expect(await rows()).toHaveLength(2)
  await expect.poll(() => held.length).toBe(2)
  for (const release of held) release()
  await slow.stop()
})

test('stopping waits for the job under way', async () => {
  let finished = false
  let begun = false
  const busy = worker()
  busy.handle(greet, async () => {
    begun = true
    await database.db.execute(sql`select 1`)
    finished = true
  })
  await enqueue(database.db, greet, { name: 'Ana' })

  busy.start()
  await expect.poll(() => begun).toBe(true)
  await busy.stop()

  expect(finished).toBe(true)
  expect(await rows()).toMatchObject([{ state: 'done' }])
})

test('a schedule runs in one of two workers', async () => {
  let runs = 0
  const workers = [worker(), worker()]
  for (const each of workers) each.schedule('tidy', 3_600_000, async () => void (runs += 1))

  for (const each of workers) each.start()
  await expect.poll(() => runs).toBe(1)
  await Promise.all(workers.map(each => each.stop()))
  expect(runs).toBe(1)
})

test('jobs are done while a schedule takes its time, and that one runs once', async () => {
  const done: string[] = []
  let runs = 0
  let finish = () => {}
  const slow = new Promise<void>(resolve => (finish = resolve))
  const busy = worker()
  busy.handle(greet, async ({ name }) => void done.push(name))
  busy.schedule('tidy', 1, async () => {
    runs += 1
    await slow
  })
  busy.start()
  await expect.poll(() => runs).toBe(1)

  for (const name of ['Ana', 'Eva']) {
    await enqueue(database.db, greet, { name })
    await expect.poll(() => done).toContain(name)
  }

  expect(runs).toBe(1)
  finish()
  await expect.poll(() => runs).toBeGreaterThan(1)
  await busy.stop()
})

test('a schedule that fails is run again, and holds up no other', async () => {
  let failed = 0
  let runs = 0
  const troubled = worker()
  troubled.schedule('broken', 1, async () => {
    failed += 1
    throw new Error('no')
  })
  troubled.schedule('tidy', 1, async () => void (runs += 1))

  troubled.start()

  await expect.poll(() => failed).toBeGreaterThan(1)
  await expect.poll(() => runs).toBeGreaterThan(1)
  await troubled.stop()
})

test('a schedule that is to wait on a new database does not run at once', async () => {
  let waited = 0
  let runs = 0
  const patient = worker()
  patient.schedule('sweep', 3_600_000, async () => void (waited += 1), { firstAfterMs: 3_600_000 })
  patient.schedule('tidy', 3_600_000, async () => void (runs += 1))

  patient.start()

  await expect.poll(() => runs).toBe(1)
  await patient.stop()
  expect(waited).toBe(0)
})

test('a worker that would look again in an hour hears of a job at once, also of several close together', async () => {
  const done: string[] = []
  const idle = createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: 3_600_000 })
  idle.handle(greet, async ({ name }) => void done.push(name))
  const ear = await wakeOnNewJobs(database, idle)
  idle.start()

  await enqueue(database.db, greet, { name: 'Ana' })
  await expect.poll(() => done).toEqual(['Ana'])
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`)
  await Promise.all(names.map(name => enqueue(database.db, greet, { name })))
  await expect.poll(() => done.length).toBe(21)

  await ear.close()
  await idle.stop()
})
