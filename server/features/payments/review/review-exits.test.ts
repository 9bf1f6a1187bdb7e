import { eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listOrdersInReview } from '#contract/admin/orders.ts'
import { daysAgo } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { getSale } from '#contract/sales/order.ts'
import { downloadGrants, jobs, orders } from '#server/db/schema/index.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { expectOk, linkMercadoPago } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

const reviewMails = async () =>
  (await shop.listMails(admin.email)).filter(({ subject }) => /revisión/.test(subject))
const ordersInReview = async () =>
  expectOk(await admin.call(listOrdersInReview, { query: {} })).orders
const payWrongAmount = (preferenceId: string) =>
  shop.provider.pay({ preferenceId, outcome: 'approved', amount: 9000 })

describe('an order in review because of a payment of another amount', () => {
  test('an order in review because of a payment of another amount is refunded with that payment and leaves the review', async () => {
    const { seller, orderId, preferenceId, token } = await createUnpaidOrder(shop)
    const paymentId = await payWrongAmount(preferenceId)
    await shop.waitForOrderState(token, 'review')

    await shop.provider.changePayment(paymentId, 'refund')

    await shop.waitForOrderState(token, 'refunded')
    expect(await ordersInReview()).toEqual([])
    expect(await shop.db.$count(downloadGrants)).toBe(0)
    const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
    expect(sale).toMatchObject({ state: 'refunded', netMinor: 0 })
    expect(sale.history.at(-1)).toMatchObject({ kind: 'refunded', paymentId })
  })
})

describe('an order of a seller who has revoked our access', () => {
  async function createOrderAndRevoke(outcome?: 'pending_cash') {
    const order = await createUnpaidOrder(shop)
    if (outcome) {
      await shop.provider.pay({ preferenceId: order.preferenceId, outcome })
      await shop.waitForOrderState(order.token, 'pending')
    }
    const { preferences } = await shop.provider.readLedger()
    await shop.provider.revokePermission(String(preferences.at(-1)!.collector_id))
    return order
  }
  const reviewNotifications = async (seller: Awaited<ReturnType<TestApp['seller']>>) => {
    await shop.waitForJobs()
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    return notifications.filter(({ kind }) => kind === 'review')
  }

  test('an order whose seller revoked our access expires if nobody tried to pay, and concerns neither the admins nor the seller', async () => {
    const { seller, orderId, token } = await createOrderAndRevoke()

    expect((await shop.readOrder(token)).state).toBe('created')
    await shop.waitForJobs()
    expect((await shop.readOrder(token)).state).toBe('created')
    const past = new Date(Date.now() - 1000)
    await shop.db
      .update(orders)
      .set({ expiresAt: past, checkRequestedAt: null })
      .where(eq(orders.id, orderId))

    await shop.waitForOrderState(token, 'expired')
    expect(await ordersInReview()).toEqual([])
    expect(await reviewNotifications(seller)).toEqual([])
    await shop.waitForJobs()
    expect(await reviewMails()).toEqual([])
  })

  test('an order whose seller revoked our access is kept for an admin if a payment that cannot be read is reported, and delivered once the account is linked', async () => {
    const { seller, orderId, preferenceId, token } = await createUnpaidOrder(shop)
    const other = await createUnpaidOrder(shop)
    const [{ collectorId } = { collectorId: '' }] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.id, orderId))
    await shop.provider.revokePermission(collectorId)
    await shop.waitForJobs()

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    const order = await shop.waitForOrderState(token, 'review')
    expect(order.detail).toBe('account_unreadable')
    expect((await shop.readOrder(other.token)).state).toBe('created')
    await shop.waitForJobs()
    expect(await ordersInReview()).toMatchObject([{ orderId, why: 'account_unreadable' }])
    expect((await reviewMails()).length).toBe(1)
    const past = daysAgo(40)
    await shop.db
      .update(orders)
      .set({ createdAt: past, expiresAt: past, nextCheckAt: null, checkRequestedAt: null })
      .where(eq(orders.id, orderId))
    await enqueueReconciliation(shop.db, orderId)
    await shop.waitForJobs()
    await shop.runSchedule('purge')
    const [kept] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    expect(kept).toMatchObject({ state: 'review', payerEmail: 'buyer@mail.test' })
    expect(await shop.db.$count(jobs, isNotNull(jobs.lastError))).toBe(0)

    await linkMercadoPago(seller, collectorId)

    await shop.waitForOrderState(token, 'approved')
    await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
    expect(await ordersInReview()).toEqual([])
  })

  test('an order whose seller revoked our access goes to review while a voucher can be paid, and waits for it again once the account is linked', async () => {
    const { seller, orderId, token } = await createOrderAndRevoke('pending_cash')
    await shop.db.update(orders).set({ checkRequestedAt: null }).where(eq(orders.id, orderId))
    await shop.waitForOrderState(token, 'review')
    expect(await ordersInReview()).toMatchObject([{ orderId, why: 'account_unreadable' }])
    const { collectorId } = (await shop.db.select().from(orders))[0]!

    await linkMercadoPago(seller, collectorId)
    await shop.db.update(orders).set({ checkRequestedAt: null }).where(eq(orders.id, orderId))

    await shop.waitForOrderState(token, 'pending')
    expect(await ordersInReview()).toEqual([])
  })
})

test('admins get one email at once, and one about all later reviews of a quarter of an hour', async () => {
  const [first, second, third] = [
    await createUnpaidOrder(shop),
    await createUnpaidOrder(shop),
    await createUnpaidOrder(shop),
  ]
  await payWrongAmount(first.preferenceId)
  await expect.poll(async () => (await reviewMails()).length).toBe(1)

  await payWrongAmount(second.preferenceId)
  await payWrongAmount(third.preferenceId)
  await shop.waitForOrderState(second.token, 'review')
  await shop.waitForOrderState(third.token, 'review')

  const waitingJobs = () => shop.db.select().from(jobs).where(eq(jobs.kind, 'mail_reviews'))
  await expect
    .poll(async () => (await waitingJobs()).filter(({ state }) => state === 'waiting').length)
    .toBe(1)
  expect(await reviewMails()).toHaveLength(1)
  await shop.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'mail_reviews'))
  await expect.poll(async () => (await reviewMails()).length).toBe(2)
  const [, batch] = (await reviewMails()).toSorted((a, b) => a.date.localeCompare(b.date))
  const numberOf = async (token: string) => (await shop.readOrder(token)).number
  expect(batch!.text).toContain(await numberOf(second.token))
  expect(batch!.text).toContain(await numberOf(third.token))
  expect(batch!.text).not.toContain(await numberOf(first.token))
})
