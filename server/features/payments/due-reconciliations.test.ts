import { randomUUID } from 'node:crypto'
import { asc, eq, gt } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs, orders } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { MAX_WAITING_RECONCILIATIONS, enqueueDueReconciliations } from './reconcile.ts'

const shop = useTestApp()
beforeEach(() => shop.app.worker.stop())

/** Inserts unpaid orders that are due for reconciliation, the longest due and oldest first. Resolves to their ids. */
async function insertDueOrders(count: number): Promise<string[]> {
  const { orderId } = await createUnpaidOrder(shop)
  const [{ number: _, ...order } = {} as never] = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.id, orderId))
  const copies = Array.from({ length: count }, (_, index) => ({
    ...order,
    id: randomUUID(),
    providerKey: randomUUID(),
    preferenceId: null,
    requestKey: null,
    createdAt: new Date(Date.now() - 2 * (count - index) * 60_000),
    nextCheckAt: new Date(Date.now() - (count - index) * 60_000),
  }))
  await shop.db.insert(orders).values(copies)
  return copies.map(({ id }) => id)
}

const listQueued = async () => {
  const rows = await shop.db
    .select()
    .from(jobs)
    .where(eq(jobs.kind, 'reconcile_order'))
    .orderBy(asc(jobs.id))
  return rows.map(({ payload }) => (payload as { orderId: string }).orderId)
}

test('all orders that are due are reconciled in one run, the longest due first', async () => {
  const ids = await insertDueOrders(120)

  await enqueueDueReconciliations(shop)

  expect(await listQueued()).toEqual(ids)
  expect(await shop.db.$count(orders, gt(orders.checks, 0))).toBe(ids.length)
})

test('an order that is due is left for a later run while many reconciliations wait, since those of visits come after them', async () => {
  const ids = await insertDueOrders(MAX_WAITING_RECONCILIATIONS + 70)

  await enqueueDueReconciliations(shop)
  await enqueueDueReconciliations(shop)

  const queued = await listQueued()
  expect(queued).toEqual(ids.slice(0, MAX_WAITING_RECONCILIATIONS))
  await shop.db.delete(jobs)
  await enqueueDueReconciliations(shop)
  expect(await listQueued()).toEqual(ids.slice(MAX_WAITING_RECONCILIATIONS))
})
