import { randomUUID } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { orderEvents, orders } from '#server/db/schema/index.ts'
import { enqueueReconciliation, purgeAbandonedAddresses } from '#server/features/orders/service.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

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

  expect(await purgeAbandonedAddresses(shop.db)).toBe(1)

  const addresses = await Promise.all(
    [old, recent, tried].map(async ({ orderId }) => (await read(orderId)).payerEmail),
  )
  expect(addresses).toEqual(['', 'buyer@mail.test', 'buyer@mail.test'])
  const events = await shop.db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, old.orderId))
  expect(JSON.stringify(events)).not.toContain('buyer@mail.test')
})
