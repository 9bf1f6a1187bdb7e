import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import { getOrder } from '#contract/orders/orders.ts'
import {
  jobs,
  orderEvents,
  orderMailAnswers,
  orders,
  paymentAccounts,
} from '#server/db/schema/index.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { purgeAbandonedAddresses } from '#server/features/orders/purge-addresses.ts'
import { JOB_LANES, enqueue } from '#server/jobs/queue.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { isDueJob } from '#tools/test-app/due-jobs.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { reconcileAccountJob } from '#server/features/reconciliation/reconcile-account.ts'

const shop = useTestApp()

const update = (orderId: string, fields: Partial<typeof orders.$inferInsert>) =>
  shop.db.update(orders).set(fields).where(eq(orders.id, orderId))
const read = async (orderId: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]!
const ago = (ms: number) => new Date(Date.now() - ms)

/** Returns how often the provider was asked for the payments of an order. */
async function searches() {
  const { requests } = await shop.provider.listRequests()
  return requests.filter(({ path }) => path === '/v1/payments/search').length
}

test('a reconciliation that fails because the provider is down is repeated within minutes', async () => {
  const { orderId } = await createUnpaidOrder(shop)
  await update(orderId, { checks: 5, nextCheckAt: new Date(Date.now() + DAY_MS) })
  await shop.provider.addFault({ path: '/v1/payments/search', status: 500, times: 100 })

  await enqueueReconciliation(shop.db, orderId)

  await expect
    .poll(async () => (await read(orderId)).nextCheckAt!.getTime() - Date.now(), {
      timeout: 15_000,
    })
    .toBeLessThan(6 * 60_000)
})

test('an order that nobody tried to pay is reconciled for the last time a day after it expired', async () => {
  const { orderId, token } = await createUnpaidOrder(shop)
  await update(orderId, {
    state: 'expired',
    checks: 8,
    expiresAt: ago(25 * HOUR_MS),
    nextCheckAt: ago(HOUR_MS),
  })
  const before = await searches()

  await shop.runSchedule('reconcile_orders')

  expect((await read(orderId)).nextCheckAt).toBeNull()
  expect(await searches()).toBe(before + 1)

  expect((await shop.readOrder(token)).state).toBe('expired')
  await shop.waitForJobs()
  expect(await searches()).toBe(before + 1)
})

test('a paid order is delivered while the pages of many unpaid orders and an account are being reconciled', async () => {
  const { preferenceId, orderId } = await createUnpaidOrder(shop)
  const { number: _, ...order } = await read(orderId)
  const others = Array.from({ length: 300 }, () => ({
    ...order,
    id: randomUUID(),
    providerKey: randomUUID(),
    preferenceId: null,
  }))
  await shop.db.insert(orders).values(others)
  const [account] = await shop.db.select().from(paymentAccounts)
  await shop.provider.addFault({ path: '/v1/payments/search', latencyMs: 2000, times: 400 })
  const before = await searches()
  await enqueue(shop.db, reconcileAccountJob, { accountId: account!.id })
  for (const { id } of others) await enqueueReconciliation(shop.db, id)
  // All slots of both lanes are taken, and the lane of the orders stays full for minutes.
  await expect
    .poll(async () => (await searches()) - before)
    .toBeGreaterThanOrEqual(JOB_LANES.providerRead + JOB_LANES.accountReconciliation)

  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
  const left = await shop.db.$count(jobs, and(eq(jobs.kind, 'reconcile_order'), isDueJob))
  expect(left).toBeGreaterThan(100)
  await shop.db.delete(jobs)
  await shop.provider.clearFaults()
  expect((await read(orderId)).state).toBe('approved')
})

test('visits to the page of an unpaid order ask the provider less and less often', async () => {
  const { orderId, token } = await createUnpaidOrder(shop)
  const before = await searches()
  const visit = async (secondsSinceLast: number, query: { returned?: 'true' } = {}) => {
    const { checkRequestedAt } = await read(orderId)
    if (checkRequestedAt)
      await update(orderId, {
        checkRequestedAt: new Date(Date.now() - secondsSinceLast * 1000),
      })
    expectOk(await shop.visitor().call(getOrder, { params: { token }, query }))
    await shop.waitForJobs()
    return (await searches()) - before
  }

  const counts = []
  for (const seconds of [0, 3, 5, 9, 11, 29, 31, 119, 121, 599, 601, 599])
    counts.push(await visit(seconds))
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])

  await update(orderId, { createdAt: ago(11 * 60_000) })
  expect(await visit(601)).toBe(6)
  expect(await visit(601, { returned: 'true' })).toBe(7)
  expect(await visit(599, { returned: 'true' })).toBe(7)
  await shop.provider.setWebhookSettings({ drop: true })
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
  await shop.provider.pay({ preferenceId: order!.preferenceId!, outcome: 'rejected' })
  await enqueueReconciliation(shop.db, orderId)
  await shop.waitForJobs()
  expect(await visit(601)).toBe(9)
})

test.each([404, 400])(
  'an order expires although the provider answers %d for its failed attempt',
  async status => {
    const { orderId, preferenceId, token } = await createUnpaidOrder(shop)
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await shop.waitForOrderState(token, 'rejected')
    await shop.waitForJobs()
    await update(orderId, { expiresAt: ago(HOUR_MS) })
    const path = `/v1/payments/${paymentId}`
    await shop.provider.addFault({ path, method: 'GET', status, times: 100 })

    await enqueueReconciliation(shop.db, orderId)

    await expect.poll(async () => (await read(orderId)).state).toBe('expired')
    await expect
      .poll(async () => (await shop.db.select().from(jobs)).filter(({ lastError }) => lastError))
      .toEqual([])
  },
)

test('more abandoned addresses than one batch are removed in one run', async () => {
  const { orderId } = await createUnpaidOrder(shop)
  await update(orderId, { state: 'expired', createdAt: ago(31 * DAY_MS) })
  const { number: _, ...order } = await read(orderId)
  const copies = Array.from({ length: 1001 }, () => ({
    ...order,
    id: randomUUID(),
    providerKey: randomUUID(),
    preferenceId: null,
    requestKey: null,
  }))
  await shop.db.insert(orders).values(copies)

  await shop.runSchedule('purge')

  expect(await shop.db.$count(orders, ne(orders.payerEmail, ''))).toBe(0)
})

test('the address of a buyer who never tried to pay is removed after 30 days', async () => {
  const old = await createUnpaidOrder(shop)
  const recent = await createUnpaidOrder(shop)
  const tried = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId: tried.preferenceId, outcome: 'rejected' })
  await shop.waitForOrderState(tried.token, 'rejected')
  await shop.waitForJobs()
  for (const { orderId } of [old, tried])
    await update(orderId, { state: 'expired', createdAt: ago(31 * DAY_MS) })
  await update(recent.orderId, { state: 'expired', createdAt: ago(29 * DAY_MS) })

  for (const { orderId } of [old, tried])
    await shop.db
      .insert(orderMailAnswers)
      .values({ orderId, subject: 'Tu pedido', address: 'b•••@mail.test', isAccepted: true })

  expect(await purgeAbandonedAddresses(shop.db)).toBe(1)

  const answers = await shop.db.select({ id: orderMailAnswers.orderId }).from(orderMailAnswers)
  expect(answers).toEqual([{ id: tried.orderId }])
  const addresses = await Promise.all(
    [old, recent, tried].map(async ({ orderId }) => (await read(orderId)).payerEmail),
  )
  expect(addresses).toEqual(['', 'buyer@mail.test', 'buyer@mail.test'])
  const events = await shop.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, old.orderId))
  expect(JSON.stringify(events)).not.toContain('@mail.test')
})
