import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { jobs, orders } from '#server/db/schema/index.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { defineJob, enqueue } from './queue.ts'

const shop = useTestApp()
afterEach(() => void vi.useRealTimers())

/** Makes the clock of the app, but not the one of the database, differ from the real time. */
function skewClock(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs })
}

test.each([HOUR_MS, -HOUR_MS])(
  'an order is paid and delivered as usual if the app’s clock is %d ms ahead of the database',
  async skewMs => {
    const product = await shop.publish(await shop.seller())
    skewClock(skewMs)
    const { preferenceId, orderId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    vi.useRealTimers()
    const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    // The first reconciliation of an order is due after a minute.
    const minutes = (order!.nextCheckAt!.getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(0)
    expect(minutes).toBeLessThan(2)

    skewClock(skewMs)
    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    const { items } = await shop.waitForOrderState(token, 'approved')
    const reply = await fetch(items[0]!.downloadUrl!)
    await reply.arrayBuffer()
    expect(reply.status).toBe(200)
    await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
  },
)

test('the schedules run on after the app’s clock was an hour ahead and is put right', async () => {
  skewClock(HOUR_MS)
  await shop.runSchedule('reconcile_orders')
  vi.useRealTimers()

  await shop.runSchedule('reconcile_orders')
})

test('a delayed job runs after its delay by the database’s clock', async () => {
  await shop.app.worker.stop()
  skewClock(HOUR_MS)
  const job = defineJob<object>('any')
  await enqueue(shop.db, job, {}, { runAt: new Date(Date.now() + 5 * 60_000) })
  vi.useRealTimers()

  const [row] = await shop.db.select().from(jobs).where(eq(jobs.kind, 'any'))

  const delayMinutes = (row!.runAt.getTime() - Date.now()) / 60_000
  expect(delayMinutes).toBeGreaterThan(4)
  expect(delayMinutes).toBeLessThan(6)
})

test('buyers of two servers with different clocks share one limit of reconciliations', async () => {
  const { orderId, token } = await createUnpaidOrder(shop)
  await shop.readOrder(token)
  const requestedAt = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]!.checkRequestedAt
  const first = await requestedAt()

  skewClock(HOUR_MS)
  await shop.readOrder(token)

  expect(await requestedAt()).toEqual(first)
})

test('the delay of a job begins when it is added, not with its transaction', async () => {
  await shop.app.worker.stop()
  const runAt = await runTransaction(shop.db, async tx => {
    await tx.execute(sql`select now()`)
    const begun = Date.now()
    await vi.waitUntil(() => Date.now() > begun + 20, { interval: 5 })
    const fiveMinutesLater = new Date(Date.now() + 5 * 60_000)
    await enqueue(tx, defineJob<object>('any'), {}, { runAt: fiveMinutesLater })
    return fiveMinutesLater
  })

  const [row] = await shop.db.select().from(jobs).where(eq(jobs.kind, 'any'))

  expect(row!.runAt.getTime()).toBeGreaterThanOrEqual(runAt.getTime())
})
