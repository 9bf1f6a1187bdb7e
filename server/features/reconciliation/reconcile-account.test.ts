import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getAdminOverview } from '#contract/admin/operations.ts'
import { dismissOrder, listOrdersInReview } from '#contract/admin/orders.ts'
import { getSale } from '#contract/sales/order.ts'
import { orders, paymentAccounts, unmatchedPayments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { loseOrder } from '#tools/database/lose-order.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { reconcileAccountJob } from './reconcile-account.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

/** Reconciles every payment account, as the daily schedule does. */
async function reconcileAccounts() {
  for (const { id } of await shop.db.select().from(paymentAccounts))
    await enqueue(shop.db, reconcileAccountJob, { accountId: id })
  await shop.waitForJobs()
}

/** Creates a delivered order and drops every later webhook event. */
async function createDeliveredOrder() {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  await shop.provider.setWebhookSettings({ drop: true })
  return { ...order, paymentId }
}

test.each([
  ['refund', 'refunded'],
  ['chargeback', 'charged_back'],
] as const)(
  'a %s whose webhook event was lost is found by the daily reconciliation',
  async (action, state) => {
    const { token, paymentId } = await createDeliveredOrder()
    await shop.provider.changePayment(paymentId, action)
    expect((await shop.readOrder(token)).state).toBe('approved')

    await reconcileAccounts()

    const order = await shop.readOrder(token)
    expect(order.state).toBe(state)
    expect(order.items[0]!.downloadUrl).toBeNull()
  },
)

test('a second payment whose webhook event was lost is found and refunded', async () => {
  const { preferenceId, orderId, seller } = await createDeliveredOrder()
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })

  await reconcileAccounts()

  const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
  expect(sale.payments.find(({ id }) => id === second)).toMatchObject({
    status: 'refunded',
    refund: { state: 'done' },
  })
  expect(sale.state).toBe('approved')
})

test('the reconciliation reads only the payments that changed, and begins where the last one ended', async () => {
  const { paymentId } = await createDeliveredOrder()
  await reconcileAccounts()
  const reads = async () =>
    (await shop.provider.listRequests()).requests.filter(
      ({ path }) => path === `/v1/payments/${paymentId}`,
    ).length
  const readsBefore = await reads()
  const [account] = await shop.db.select().from(paymentAccounts)

  await reconcileAccounts()

  expect(await reads()).toBe(readsBefore)
  const [reconciled] = await shop.db.select().from(paymentAccounts)
  expect(reconciled!.reconciledUntil!.getTime()).toBeGreaterThan(
    account!.reconciledUntil!.getTime(),
  )
})

test('payments of other shops of the account are not read one by one', async () => {
  const { preferenceId } = await createDeliveredOrder()
  await shop.provider.addOtherPayments(preferenceId, 2000)
  const second = await shop.provider.pay({ preferenceId, outcome: 'rejected', applicationFee: 0 })
  const readPaths = async () =>
    (await shop.provider.listRequests()).requests
      .filter(({ path }) => /^\/v1\/payments\/\d+$/.test(path))
      .map(({ path }) => path)
  const before = await readPaths()

  await reconcileAccounts()

  expect((await readPaths()).slice(before.length)).toEqual([`/v1/payments/${second}`])
  expect(await shop.db.$count(unmatchedPayments)).toBe(0)
})

test('every page of changed payments is read, although one of them changes meanwhile', async () => {
  const first = await createDeliveredOrder()
  const product = await shop.publish(first.seller)
  const order = () => shop.order(shop.visitor(), [{ id: product.id }])
  const [second, last] = [await order(), await order()]
  await shop.provider.pay({ preferenceId: second.preferenceId, outcome: 'approved' })
  await shop.provider.addOtherPayments(first.preferenceId, 28)
  await shop.provider.pay({ preferenceId: last.preferenceId, outcome: 'approved' })
  await shop.provider.setMaxSearchPage(30)

  const [account] = await shop.db.select().from(paymentAccounts)
  const { client, close } = await shop.database.connectAlone()
  // The second payment is on the first page and cannot be applied before the first one has changed.
  await client.query('begin')
  await client.query('select from orders where id = $1 for update', [second.orderId])
  await enqueue(shop.db, reconcileAccountJob, { accountId: account!.id })
  await expect.poll(async () => (await listWaitingQueries(shop.database)).length).toBeGreaterThan(0)
  await shop.provider.changePayment(first.paymentId, 'mediation')
  await client.query('commit')
  await close()
  await shop.waitForJobs()

  const states = await shop.db.select().from(orders).where(eq(orders.id, last.orderId))
  expect(states).toMatchObject([{ state: 'approved' }])
  await shop.provider.setMaxSearchPage(1000)
})

test('an account whose seller must confirm it is reconciled, since its tokens work', async () => {
  await createDeliveredOrder()
  await shop.db.update(paymentAccounts).set({ state: 'unconfirmed' })

  await shop.runSchedule('reconcile_accounts')

  const [account] = await shop.db.select().from(paymentAccounts)
  expect(account!.reconciledUntil).not.toBeNull()
})

test('one payment that cannot be read does not hide the others, and is read again', async () => {
  const first = await createDeliveredOrder()
  const product = await shop.publish(first.seller)
  const other = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.pay({ preferenceId: other.preferenceId, outcome: 'approved' })
  await shop.provider.changePayment(first.paymentId, 'refund')
  await shop.provider.addFault({
    path: `/v1/payments/${first.paymentId}`,
    method: 'GET',
    status: 404,
    times: 1,
  })

  await reconcileAccounts()

  expect((await shop.readOrder(other.token)).state).toBe('approved')
  expect((await shop.readOrder(first.token)).state).toBe('refunded')
})

test('a payment whose order is lost, as after a restored backup, is kept for the admins', async () => {
  const { orderId, paymentId } = await createDeliveredOrder()
  await loseOrder(shop.db.$client, orderId)

  await reconcileAccounts()

  expect(await shop.db.select().from(unmatchedPayments)).toMatchObject([
    { id: paymentId, orderId, status: 'approved', amountMinor: 890_000 },
  ])
  const overview = async () => expectOk(await admin.call(getAdminOverview, {}))
  expect((await overview()).unmatchedPayments).toBe(1)
  await shop.provider.changePayment(paymentId, 'refund')
  await reconcileAccounts()
  expect((await overview()).unmatchedPayments).toBe(0)
})

test('a commission that was not deducted as agreed is reported to the admins, who can dismiss it', async () => {
  const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
  const right = await createUnpaidOrder(shop)
  await shop.provider.pay({ preferenceId: right.preferenceId, outcome: 'approved' })
  const listed = async () => expectOk(await admin.call(listOrdersInReview, { query: {} })).orders

  await shop.provider.pay({ preferenceId, outcome: 'approved', applicationFee: 0 })
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForOrderState(right.token, 'approved')

  expect(await listed()).toMatchObject([
    { orderId, state: 'approved', why: 'another_commission', canDismiss: true },
  ])
  expect((await shop.waitForMail(admin.email, /revisión/)).text).toContain('comisión')
  const body = { reason: 'Avisamos a MercadoPago' }
  expectOk(await admin.call(dismissOrder, { params: { orderId }, body }))
  await shop.waitForJobs()
  expect(await listed()).toEqual([])
  expect((await shop.readOrder(token)).state).toBe('approved')
})
