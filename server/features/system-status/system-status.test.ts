import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { getSystemStatus } from '#contract/system-status.ts'
import {
  invariantChecks,
  jobs,
  orders,
  payments,
  schedules,
  unmatchedPayments,
  webhookEvents,
} from '#server/db/schema/index.ts'
import { ROWS } from '#server/signals/signals.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type ChecksByName, readChecks } from '#tools/test-app/system-status.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

// The app is this file's own, since a process counts its emails and calls from its start.
let shop: TestApp
let admin: ApiClient
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  admin = await createAdmin(shop)
})

afterAll(() => shop.close())

/** Reads the status after this process has reported itself, since tests begin with an empty table of processes. */
async function readStatus(): Promise<ChecksByName> {
  await shop.app.processReporter.report()
  return readChecks(admin)
}

/** Lists the checks that are not `ok`, with their states. */
const listFaults = (checks: ChecksByName): Record<string, string> =>
  Object.fromEntries(
    Object.values(checks)
      .filter(({ state }) => state !== 'ok')
      .map(({ name, state }) => [name, state]),
  )

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
/** The minutes since a time of a status, rounded. */
const minutesSince = (time: string | null) =>
  time === null ? null : Math.round((Date.now() - Date.parse(time)) / 60_000)

describe('the status of a healthy marketplace', () => {
  test('the status of a healthy marketplace has no fault after a purchase', async () => {
    await createPaidOrder(shop)
    await shop.waitForJobs()
    await shop.db.insert(invariantChecks).values({ durationMs: 1, findings: [] })

    const status = await readStatus()

    expect(listFaults(status)).toEqual({})
    expect(status.database.figures!.responseMs).toBeGreaterThan(0)
    expect(status.storage.figures).toMatchObject({ isWritable: true, bucket: null })
    expect(status.storage.figures!.disk!.totalBytes).toBeGreaterThan(0)
    expect(status.mail.figures!.sent.count).toBeGreaterThan(0)
    expect(status.provider.figures!.answered.count).toBeGreaterThan(0)
    expect(status.provider.figures!.isPaused).toBe(false)
    expect(status.delivery.figures).toMatchObject({ inTime: { count: 1 }, late: { count: 0 } })
    expect(status.jobs.figures!.lanes.map(({ lane }) => lane)).toContain('mail')
    expect(status.schedules.figures!.tasks.length).toBeGreaterThan(5)
    expect(status.processes.figures).toMatchObject({
      hasWorker: true,
      processes: [
        { role: 'all', isRunning: true, version: expect.stringMatching(/^\d/) as string },
      ],
    })
    expect([status.replica, status.scans]).toEqual([undefined, undefined])
  })

  test('the status of a healthy marketplace has the rows of the page in order, with texts in the language of the request', async () => {
    admin.headers['accept-language'] = 'en'

    const { measuredAt, checks } = expectOk(await admin.call(getSystemStatus, {}))

    expect(minutesSince(measuredAt)).toBe(0)
    const withoutPart = ['replica', 'scans']
    expect(checks.map(({ name }) => name)).toEqual(
      Object.keys(ROWS).filter(name => !withoutPart.includes(name)),
    )
    const rows = ['unmatchedPayments', 'webhookEvents', 'provider'].map(name =>
      checks.find(check => check.name === name),
    )
    expect(
      rows.map(row => [row?.group, row?.title, row?.label, row?.tab?.title, row?.runbook]),
    ).toEqual([
      [
        'money',
        'Payments without an order',
        null,
        'Payments without an order',
        'docs/runbook.md#kioskounmatchedpayments',
      ],
      [
        'money',
        'MercadoPago events',
        'Unprocessed',
        'Failed jobs',
        'docs/runbook.md#kioskowebhookeventsunprocessed',
      ],
      ['money', 'MercadoPago', null, undefined, 'docs/runbook.md#kioskoproviderfailing'],
    ])
  })

  test('the status of a healthy marketplace says of what has not happened yet that it is not measured', async () => {
    const status = await readStatus()
    expect(listFaults(status)).toMatchObject({ invariants: 'unmeasured' })
  })
})

interface Fault {
  check: keyof ChecksByName
  state: string
  plant: () => Promise<unknown>
  /** The minutes since when the check needs an admin; null if that is not known. */
  minutes: number | null
  figures: object
  /** The section of the runbook that is named. */
  runbook: string
}

const deadJob = { kind: 'send_email', payload: {}, maxAttempts: 3, state: 'dead' as const }
const event = {
  topic: 'payment',
  dataId: '1',
  action: 'x',
  requestId: '1',
  signature: '1',
  payload: {},
}

const FAULTS: Fault[] = [
  {
    check: 'failedJobs',
    state: 'warning',
    runbook: 'kioskojobsdead',
    plant: () => shop.db.insert(jobs).values({ ...deadJob, finishedAt: hoursAgo(2) }),
    minutes: 120,
    figures: { count: 1 },
  },
  {
    check: 'jobs',
    state: 'critical',
    runbook: 'kioskojobslate',
    plant: () =>
      shop.db
        .insert(jobs)
        .values({ kind: 'send_email', payload: {}, maxAttempts: 3, runAt: hoursAgo(1) }),
    minutes: 60,
    figures: {
      lanes: expect.arrayContaining([
        expect.objectContaining({ lane: 'mail', waiting: 1, isLate: true }),
        expect.objectContaining({ lane: 'scan', waiting: 0, isLate: false }),
      ]) as object,
    },
  },
  {
    check: 'schedules',
    state: 'critical',
    runbook: 'kioskoschedulelate',
    plant: () =>
      shop.db
        .update(schedules)
        .set({ doneAt: hoursAgo(3), failedAt: hoursAgo(1), lastError: 'Error: no disk' })
        .where(eq(schedules.name, 'purge')),
    minutes: 180,
    figures: {
      tasks: expect.arrayContaining([
        expect.objectContaining({ name: 'purge', state: 'late', lastError: 'Error: no disk' }),
        expect.objectContaining({ name: 'book_payments', state: 'ok', lastError: null }),
      ]) as object,
    },
  },
  {
    check: 'schedules',
    state: 'warning',
    runbook: 'kioskoschedulefailing',
    plant: () =>
      shop.db
        .update(schedules)
        .set({ doneAt: hoursAgo(2), failedAt: hoursAgo(1), lastError: 'Error: no disk' })
        .where(eq(schedules.name, 'purge')),
    minutes: 120,
    figures: {
      tasks: expect.arrayContaining([
        expect.objectContaining({ name: 'purge', state: 'failed', lastError: 'Error: no disk' }),
      ]) as object,
    },
  },
  {
    check: 'webhookEvents',
    state: 'critical',
    runbook: 'kioskowebhookeventsunprocessed',
    plant: () => shop.db.insert(webhookEvents).values({ ...event, receivedAt: hoursAgo(1) }),
    minutes: 60,
    figures: { count: 1 },
  },
  {
    check: 'invariants',
    state: 'critical',
    runbook: 'kioskoinvariantsviolated',
    plant: () =>
      shop.db
        .insert(invariantChecks)
        .values({ durationMs: 1, findings: [{ name: 'job_dead', count: 1, ids: [] }] }),
    minutes: null,
    figures: { violated: 1 },
  },
  {
    check: 'invariants',
    state: 'warning',
    runbook: 'kioskoinvariantsnotchecked',
    plant: () =>
      shop.db.insert(invariantChecks).values({ at: hoursAgo(49), durationMs: 1, findings: [] }),
    minutes: null,
    figures: { violated: 0 },
  },
]

describe('the status of a marketplace with a fault', () => {
  test.each(FAULTS)(
    '$check is $state',
    async ({ check, state, plant, minutes, figures, runbook }) => {
      // Tasks are recorded by the first run of the worker, which is stopped so that it mends nothing.
      await expect.poll(() => shop.db.$count(schedules)).toBeGreaterThan(5)
      await shop.app.worker.stop()
      await plant()

      const result = (await readStatus())[check]

      expect(result.state).toBe(state)
      expect(minutesSince(result.since)).toBe(minutes)
      expect(result.figures).toMatchObject(figures)
      expect(result.runbook).toBe(`docs/runbook.md#${runbook}`)
    },
  )

  test('the status of a marketplace with a fault shows a storage that cannot be written', async () => {
    const folder = join(shop.folder, 'storage')
    await rename(folder, `${folder}-away`)

    const { storage } = await readStatus()
    await rename(`${folder}-away`, folder)

    expect(storage).toMatchObject({
      state: 'critical',
      action: expect.stringContaining('nadie puede publicar') as string,
      figures: { isWritable: false, disk: null },
    })
  })

  test('the status of a marketplace with a fault shows orders in review and on hold, and the money of those in review', async () => {
    const reviewed = await createUnpaidOrder(shop)
    const held = await createUnpaidOrder(shop)
    await shop.app.worker.stop()
    const { db } = shop
    await db
      .update(orders)
      .set({ state: 'review', createdAt: hoursAgo(3) })
      .where(eq(orders.id, reviewed.orderId))
    await db
      .update(orders)
      .set({ heldAt: hoursAgo(1) })
      .where(eq(orders.id, held.orderId))
    const [order] = await db.select().from(orders).where(eq(orders.id, reviewed.orderId))

    const { reviews } = await readStatus()

    expect(reviews).toMatchObject({
      state: 'warning',
      figures: {
        inReview: 1,
        held: 1,
        amounts: [{ currency: 'ARS', amountMinor: order!.totalMinor }],
      },
    })
    expect(minutesSince(reviews.since)).toBe(180)
  })

  test('the status of a marketplace with a fault shows refunds that are due and payments without an order', async () => {
    const paid = await createPaidOrder(shop)
    await shop.app.worker.stop()
    const { db } = shop
    const [order] = await db.select().from(orders).where(eq(orders.id, paid.orderId))
    await db
      .update(payments)
      .set({ refundDue: true, createdAt: hoursAgo(2) })
      .where(eq(payments.id, paid.paymentId))
    await db.insert(unmatchedPayments).values({
      id: '77',
      sellerId: order!.sellerId,
      collectorId: '1',
      orderId: paid.orderId,
      status: 'approved',
      amountMinor: 100,
      refundedMinor: 0,
      applicationFeeMinor: 10,
      currency: 'ARS',
      firstSeenAt: hoursAgo(1),
    })

    const { refundsDue, unmatchedPayments: unmatched } = await readStatus()

    expect(refundsDue).toMatchObject({ state: 'warning', figures: { count: 1 } })
    expect(minutesSince(refundsDue.since)).toBe(120)
    expect(unmatched).toMatchObject({ state: 'critical', figures: { count: 1 } })
    expect(minutesSince(unmatched.since)).toBe(60)
  })

  test('the status of a marketplace with a fault shows what is known while one table cannot be read', async () => {
    await shop.app.worker.stop()
    await shop.db.insert(jobs).values({ ...deadJob, finishedAt: hoursAgo(2) })
    await shop.db.execute(sql`alter table webhook_events rename to webhook_events_away`)

    const status = await readStatus()
    await shop.db.execute(sql`alter table webhook_events_away rename to webhook_events`)

    expect(status.webhookEvents).toMatchObject({ state: 'unknown', since: null, figures: null })
    expect(status.failedJobs).toMatchObject({ state: 'warning', figures: { count: 1 } })
    expect(status.database.state).toBe('ok')
  })

  test('the status of a marketplace with a fault waits three seconds at most for a table that is locked', async () => {
    await shop.app.worker.stop()
    const { client, close } = await shop.database.connectAlone()
    await client.query('begin; lock table webhook_events in access exclusive mode')
    const startedAt = performance.now()

    const status = await readStatus()

    const seconds = (performance.now() - startedAt) / 1000
    await client.query('rollback')
    await close()
    expect(status.webhookEvents.state).toBe('unknown')
    expect(status.failedJobs.state).toBe('ok')
    expect(seconds).toBeLessThan(6)
  })
})
