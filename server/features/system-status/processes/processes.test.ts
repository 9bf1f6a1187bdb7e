import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { login } from '#contract/accounts/sessions.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { type ProcessActivity, processes } from '#server/db/schema/index.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type ChecksByName, readChecks } from '#tools/test-app/system-status.ts'
import { type SignedInUser, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let admin: SignedInUser

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const never = { count: 0, lastAt: null }
const IDLE: ProcessActivity = {
  provider: { answered: never, failed: never, isPaused: false },
  mail: { sent: never, refused: never, failed: never },
  delivery: { inTime: never, late: never },
}

const readStatus = () => readChecks(admin)

describe('from the reports of processes, the status page judges', () => {
  beforeAll(async () => {
    shop = await createTestApp()
    // The tests write the reports of all processes, so this one reports nothing.
    await shop.app.processReporter.stop()
  })
  beforeEach(async () => {
    await shop.reset()
    admin = await createAdmin(shop)
  })
  afterAll(() => shop.close())

  /** Builds the report of a worker on another machine that was seen last a number of seconds ago. */
  const workerRow = (seenSecondsAgo: number, startedSecondsAgo = 10_000) => ({
    id: randomUUID(),
    role: 'worker' as const,
    host: 'worker-1',
    version: '0.1.0',
    startedAt: secondsAgo(startedSecondsAgo),
    seenAt: secondsAgo(seenSecondsAgo),
    activity: IDLE,
  })

  /** Builds the report of the process that runs everything on this machine. */
  const thisProcess = () => ({ ...workerRow(1), role: 'all' as const, host: 'this-machine' })

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
  ])('emails of which %s', async (_, tallies, state) => {
    const activity = { ...IDLE, mail: { ...IDLE.mail, ...tallies } }
    await shop.db.insert(processes).values({ ...workerRow(1), activity })

    expect((await readStatus()).mail.state).toBe(state)
  })

  test.each([
    ['one of two was late', 1, 1, 'warning'],
    ['one of twenty was late', 19, 1, 'ok'],
  ])('deliveries of which %s', async (_, inTime, late, state) => {
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
  ])('the status page judges processes of which there is %s', async (_, rows, state) => {
    await shop.db.insert(processes).values([thisProcess(), ...rows])

    const status = await readStatus()

    expect(status.processes.state).toBe(state)
    const vanished = status.processes.figures!.processes.filter(({ isRunning }) => !isRunning)
    expect(vanished.length).toBe(state === 'critical' ? 1 : 0)
    expect(status.processes.since).toBe(vanished[0]?.seenAt ?? null)
  })

  test('the status page judges processes of which none runs jobs as critical', async () => {
    await shop.db.insert(processes).values({ ...thisProcess(), role: 'web' })

    const status = await readStatus()

    expect(status.processes).toMatchObject({
      state: 'critical',
      action: expect.stringContaining('ROLE=worker') as string,
      figures: { hasWorker: false },
    })
  })

  test('a read replica that is none as a warning', async () => {
    const second = await shop.startSecondApp({}, { ...shop.database, replica: shop.db })
    const visitor = second.visitor()
    expectOk(await visitor.call(login, { body: { email: admin.email, password: PASSWORD } }))

    const { replica } = await readChecks(visitor)
    await second.close()

    expect(replica).toMatchObject({ state: 'warning' })
  })
})

// Each test has an app of its own, since a process counts from its start.
describe('a process reports', () => {
  beforeEach(async () => {
    shop = await createTestApp()
    await shop.reset()
    admin = await createAdmin(shop)
  })
  afterEach(() => shop.close())

  async function reportAndReadStatus(): Promise<ChecksByName> {
    await shop.app.processReporter.report()
    return readStatus()
  }

  test('emails that fail while the mail server is down, since the last one that was sent', async () => {
    const order = await createUnpaidOrder(shop)
    const before = await reportAndReadStatus()
    await shop.setMailFault('down')
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    await expect
      .poll(async () => (await reportAndReadStatus()).mail.figures!.failed.count)
      .toBeGreaterThan(1)

    const { mail } = await reportAndReadStatus()

    expect(before.mail.state).toBe('unmeasured')
    expect(['warning', 'critical']).toContain(mail.state)
    expect(mail.since).toBe(mail.figures!.sent.lastAt)
  })

  test('a process reports that its circuit breaker sends no more calls to the payment provider', async () => {
    const { product, buyer } = await createUnpaidOrder(shop)
    const before = await reportAndReadStatus()
    await shop.provider.addFault({ path: '/', status: 500, times: 100_000 })
    const body = { products: [{ id: product.id }], payerEmail: 'buyer@mail.test' }
    await Promise.all(Array.from({ length: 5 }, () => buyer.call(createPreference, { body })))

    const { provider } = await reportAndReadStatus()

    expect(before.provider.state).toBe('ok')
    expect(provider).toMatchObject({ state: 'critical', figures: { isPaused: true } })
    expect(provider.figures!.failed.count).toBeGreaterThan(4)
    expect(provider.since).toBe(provider.figures!.answered.lastAt)
  })

  test('a process reports that it ends', async () => {
    await shop.app.processReporter.report()
    await shop.app.processReporter.stop()

    const [row] = await shop.db.select().from(processes).where(eq(processes.role, 'all'))

    expect(row?.stoppedAt).toBeInstanceOf(Date)
  })
})
