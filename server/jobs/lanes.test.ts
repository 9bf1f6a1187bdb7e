import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { jobs } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tools/database/test-database.ts'
import { JOB_LANES, defineJob, enqueue } from './queue.ts'
import { type Worker, createWorker } from './worker.ts'

let database: OpenDatabase
let worker: Worker
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  worker = createWorker({ db: database.db, log: pino({ level: 'silent' }), pollMs: 20 })
})
afterAll(() => database.close())

const readJob = defineJob<{ n: number }>('read', { lane: 'providerRead', maxAttempts: 110 })
const mailJob = defineJob<{ n: number }>('mail', { lane: 'mail' })
const rows = () => database.db.select().from(jobs)

describe('job lanes', () => {
  test('jobs that hang in one lane do not delay the jobs of another lane', async () => {
    let running = 0
    let finish = () => {}
    const isAnswered = new Promise<void>(resolve => (finish = resolve))
    const sentMails: number[] = []
    worker.handle(readJob, async () => {
      running += 1
      await isAnswered
    })
    worker.handle(mailJob, async ({ n }) => void sentMails.push(n))
    for (let n = 0; n < 20; n += 1) await enqueue(database.db, readJob, { n })

    worker.start()
    await expect.poll(() => running).toBe(JOB_LANES.providerRead)
    for (let n = 0; n < 10; n += 1) await enqueue(database.db, mailJob, { n })

    await expect.poll(() => sentMails.length).toBe(10)
    expect(running).toBe(JOB_LANES.providerRead)
    finish()
    await expect.poll(() => running).toBe(20)
    await worker.stop()
  })

  test('jobs beyond the free slots of their lane start as jobs end, without waiting for a poll', async () => {
    const patient = createWorker({
      db: database.db,
      log: pino({ level: 'silent' }),
      pollMs: HOUR_MS,
    })
    const sentMails: number[] = []
    patient.handle(mailJob, async ({ n }) => void sentMails.push(n))
    for (let n = 0; n < 3 * JOB_LANES.mail; n += 1) await enqueue(database.db, mailJob, { n })

    patient.start()
    await expect.poll(() => sentMails.length).toBe(3 * JOB_LANES.mail)

    await patient.stop()
  })

  test('a failed job waits as long as the other system asked for', async () => {
    worker.handle(readJob, () =>
      Promise.reject(Object.assign(new Error('too many requests'), { retryAfter: 120 })),
    )
    await enqueue(database.db, readJob, { n: 1 })

    worker.start()
    await expect.poll(async () => (await rows())[0]?.lastError).toContain('too many requests')
    await worker.stop()

    const [row] = await rows()
    expect(row!.runAt.getTime() - Date.now()).toBeGreaterThan(100_000)
  })

  test('a job whose process ended ten times while it ran is dead and is not run again', async () => {
    let runs = 0
    worker.handle(readJob, async () => void (runs += 1))
    await enqueue(database.db, readJob, { n: 1 })
    await database.db
      .update(jobs)
      .set({ attempts: 10, lostLeases: 9, leasedUntil: sql`now() - interval '1 second'` })

    worker.start()
    await expect.poll(async () => (await rows())[0]?.state).toBe('dead')
    await worker.stop()

    expect(runs).toBe(0)
    expect((await rows())[0]!.lastError).toContain('the process ended 10 times')
  })

  test('a job that was once interrupted by the end of its process runs again', async () => {
    let runs = 0
    worker.handle(readJob, async () => void (runs += 1))
    await enqueue(database.db, readJob, { n: 1 })
    await database.db
      .update(jobs)
      .set({ attempts: 1, leasedUntil: sql`now() - interval '1 second'` })

    worker.start()
    await expect.poll(async () => (await rows())[0]?.state).toBe('done')
    await worker.stop()

    expect(runs).toBe(1)
    expect((await rows())[0]!.lostLeases).toBe(1)
  })
})
