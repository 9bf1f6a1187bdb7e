import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { type SystemStatus, getSystemStatus } from '#contract/admin/system-status.ts'
import { createPreference } from '#contract/orders.ts'
import { type ProcessActivity, processes } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { RecentTally } from './tally.ts'

// Each test has an app of its own, since a process counts from its start.
let shop: TestApp
let admin: ApiClient & { email: string }
async function startShop(): Promise<void> {
  shop = await createTestApp()
  await shop.reset()
  admin = await createAdmin(shop)
}
afterEach(() => shop.close())

async function readStatus(): Promise<SystemStatus> {
  await shop.app.processReporter.report()
  return expectOk(await admin.call(getSystemStatus, {}))
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const never = { count: 0, lastAt: null }
const IDLE: ProcessActivity = {
  provider: { answered: never, failed: never, isPaused: false },
  mail: { sent: never, refused: never, failed: never },
  delivery: { inTime: never, late: never },
}
/** Builds the row of a worker on another machine that was seen last a number of seconds ago. */
const workerRow = (seenSecondsAgo: number, startedSecondsAgo = 10_000) => ({
  id: randomUUID(),
  role: 'worker' as const,
  host: 'worker-1',
  version: '0.1.0',
  startedAt: secondsAgo(startedSecondsAgo),
  seenAt: secondsAgo(seenSecondsAgo),
  activity: IDLE,
})

describe('emails on the status page', () => {
  test('fail while the mail server is down, since the last one that was sent', async () => {
    await startShop()
    const before = await readStatus()
    const order = await createUnpaidOrder(shop)
    await shop.setMailFault('down')
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    await expect
      .poll(async () => (await readStatus()).mail.figures!.failed.count)
      .toBeGreaterThan(1)

    const { mail } = await readStatus()
    await shop.setMailFault('none')

    expect(before.mail.state).toBe('ok')
    expect(['warning', 'critical']).toContain(mail.state)
    expect(mail.since).toBe(mail.figures!.sent.lastAt)
  })

  test.each([
    ['none yet', { sent: never, failed: never }, 'unmeasured'],
    ['all sent', { sent: { count: 9, lastAt: '2026-01-01T10:00:00.000Z' }, failed: never }, 'ok'],
    [
      'a third failed, the last one too',
      {
        sent: { count: 2, lastAt: '2026-01-01T10:00:00.000Z' },
        failed: { count: 1, lastAt: '2026-01-01T10:01:00.000Z' },
      },
      'critical',
    ],
    [
      'a third failed, but the last one was sent',
      {
        sent: { count: 2, lastAt: '2026-01-01T10:02:00.000Z' },
        failed: { count: 1, lastAt: '2026-01-01T10:01:00.000Z' },
      },
      'warning',
    ],
    [
      'a tenth failed, but the last one was sent',
      {
        sent: { count: 9, lastAt: '2026-01-01T10:02:00.000Z' },
        failed: { count: 1, lastAt: '2026-01-01T10:01:00.000Z' },
      },
      'ok',
    ],
    [
      'the last one failed an hour ago, and none was tried since',
      {
        sent: { count: 0, lastAt: '2026-01-01T10:00:00.000Z' },
        failed: { count: 0, lastAt: '2026-01-01T10:01:00.000Z' },
      },
      'warning',
    ],
  ])('%s', async (_, tallies, state) => {
    await startShop()
    await shop.app.worker.stop()
    await shop.app.processReporter.stop()
    await shop.db.delete(processes)
    await shop.db
      .insert(processes)
      .values({ ...workerRow(1), activity: { ...IDLE, mail: { ...IDLE.mail, ...tallies } } })

    const { mail } = expectOk(await admin.call(getSystemStatus, {}))

    expect(mail.state).toBe(state)
  })
})

describe('the payment provider on the status page', () => {
  test('is critical once the circuit breaker sends no more calls', async () => {
    await startShop()
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)
    const before = await readStatus()
    await shop.provider.addFault({ path: '/', status: 500, times: 100_000 })
    const body = { products: [{ id }], payerEmail: 'buyer@mail.test' }
    await Promise.all(
      Array.from({ length: 5 }, () => shop.visitor().call(createPreference, { body })),
    )

    const { provider } = await readStatus()

    expect(before.provider.state).toBe('ok')
    expect(provider).toMatchObject({ state: 'critical', figures: { isPaused: true } })
    expect(provider.figures!.failed.count).toBeGreaterThan(4)
    expect(provider.since).toBe(provider.figures!.answered.lastAt)
  })
})

describe('deliveries on the status page', () => {
  test.each([
    ['one of two was late', 1, 1, 'warning'],
    ['one of twenty was late', 19, 1, 'ok'],
  ])('%s', async (_, inTime, late, state) => {
    await startShop()
    const lastAt = '2026-01-01T10:00:00.000Z'
    await shop.db.insert(processes).values({
      ...workerRow(1),
      activity: {
        ...IDLE,
        delivery: { inTime: { count: inTime, lastAt }, late: { count: late, lastAt } },
      },
    })

    const { delivery } = await readStatus()

    expect(delivery).toMatchObject({ state, figures: { inTime: { count: inTime } } })
  })
})

describe('processes on the status page', () => {
  test.each([
    ['one that says nothing for two minutes', [workerRow(130)], 'critical'],
    ['one that said something a minute ago', [workerRow(60)], 'ok'],
    ['one that said that it ends', [{ ...workerRow(130), stoppedAt: secondsAgo(130) }], 'ok'],
    ['one in whose place another one started', [workerRow(130), workerRow(1, 120)], 'ok'],
    [
      'two in whose place one started',
      [workerRow(130), workerRow(131), workerRow(1, 120)],
      'critical',
    ],
    [
      'one that ended again and again',
      [workerRow(900), workerRow(600, 890), workerRow(1, 590)],
      'ok',
    ],
    ['one that vanished more than a day ago', [workerRow(90_000)], 'ok'],
  ])('%s', async (_, rows, state) => {
    await startShop()
    await shop.db.insert(processes).values(rows)

    const status = await readStatus()

    expect(status.processes.state).toBe(state)
    const vanished = status.processes.figures!.processes.filter(({ isRunning }) => !isRunning)
    expect(vanished.length).toBe(state === 'critical' ? 1 : 0)
    expect(status.processes.since).toBe(vanished[0]?.seenAt ?? null)
  })

  test('are critical if none of them runs jobs', async () => {
    await startShop()
    await shop.app.processReporter.report()
    await shop.db.update(processes).set({ role: 'web' })

    const status = expectOk(await admin.call(getSystemStatus, {}))

    expect(status.processes).toMatchObject({ state: 'critical', figures: { hasWorker: false } })
  })

  test('say that they end', async () => {
    await startShop()
    await shop.app.processReporter.report()
    await shop.app.processReporter.stop()

    const [row] = await shop.db.select().from(processes).where(eq(processes.role, 'all'))

    expect(row?.stoppedAt).toBeInstanceOf(Date)
  })
})

describe('the read replica on the status page', () => {
  test('is a warning if it is no replica', async () => {
    await startShop()
    const second = await shop.startSecondApp({}, { ...shop.database, replica: shop.db })
    const visitor = second.visitor()
    expectOk(await visitor.call(login, { body: { email: admin.email, password: PASSWORD } }))

    const { replica } = expectOk(await visitor.call(getSystemStatus, {}))
    await second.close()

    expect(replica).toMatchObject({ state: 'warning' })
  })
})

describe('a tally', () => {
  test('counts the events of its last minutes, and keeps the time of the last one', async () => {
    await startShop()
    const tally = new RecentTally(5)
    const start = Date.parse('2026-01-01T10:00:00.000Z')
    for (const minute of [0, 0, 3]) tally.add(start + minute * 60_000)

    expect([0, 4, 5, 7, 8].map(minute => tally.read(start + minute * 60_000).count)).toEqual([
      3, 3, 1, 1, 0,
    ])
    expect(tally.read(start + 9 * 60_000).lastAt).toBe('2026-01-01T10:03:00.000Z')
  })
})
