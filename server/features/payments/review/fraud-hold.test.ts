import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  getOrderInReview,
  listOrdersInReview,
  refundOrder,
  releaseOrder,
} from '#contract/admin/orders.ts'
import { listAuditLog } from '#contract/admin/operations.ts'
import type { Db } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { downloadGrants, webhookEvents } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  seller = await shop.seller()
  admin = await createAdmin(shop)
})

async function payOrder(outcome: 'approved' | 'in_process') {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({ preferenceId: order.preferenceId, outcome })
  await shop.waitForOrderState(order.token, outcome)
  return { ...order, paymentId }
}

const sendFraudAlert = (paymentId: string, changes: { userId?: string } = {}) =>
  shop.provider.sendWebhook({
    topic: 'stop_delivery_op_wh',
    data: { payment_id: paymentId },
    ...changes,
  })

/** Counts the statements that begin so and wait for a lock. */
const countWaitingQueries = async (beginning: string) =>
  (await listWaitingQueries(shop.database)).filter(query => query.startsWith(beginning)).length

const ordersInReview = async () =>
  expectOk(await admin.call(listOrdersInReview, { query: {} })).orders
const release = (orderId: string) =>
  admin.call(releaseOrder, { params: { orderId }, body: { reason: 'Hablé con el comprador' } })

test('an order on hold is not delivered by later webhook events but by an admin’s release', async () => {
  const { orderId, token, paymentId } = await payOrder('in_process')
  await sendFraudAlert(paymentId)
  await shop.waitForOrderState(token, 'review')

  // The payment is approved while the order is on hold: it is stored, but nothing is delivered.
  await shop.provider.changePayment(paymentId, 'accredit')
  await shop.provider.sendWebhook({ paymentId, copies: 3 })
  await shop.waitForJobs()
  await expect.poll(async () => (await ordersInReview())[0]?.payments[0]?.status).toBe('approved')
  expect((await shop.readOrder(token)).state).toBe('review')
  expect(await shop.db.$count(downloadGrants)).toBe(0)
  expect(await ordersInReview()).toMatchObject([{ orderId, why: 'fraud_alert', canRelease: true }])

  expect(await release(orderId)).toMatchObject({ status: 202 })

  const order = await shop.waitForOrderState(token, 'approved')
  expect(order.items[0]!.downloadUrl).not.toBeNull()
  expect(await shop.db.$count(downloadGrants)).toBe(1)
  await shop.waitForMail('buyer@mail.test')
  expect(await ordersInReview()).toEqual([])
  expect(await release(orderId)).toMatchObject({
    status: 409,
    code: 'PAYMENT_STATUS_ALREADY_SET',
  })
  const { history } = expectOk(await admin.call(getOrderInReview, { params: { orderId } }))
  expect(history.map(({ kind }) => kind)).toContain('released')
  const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
  expect(entries[0]).toMatchObject({
    action: 'release_order',
    targetId: orderId,
    reason: 'Hablé con el comprador',
  })
})

test('an alert about a payment that is still unknown holds its order before anything is delivered', async () => {
  const product = await shop.publish(seller)
  const { preferenceId, orderId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.setWebhookSettings({ drop: true })
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.provider.setWebhookSettings({})

  await sendFraudAlert(paymentId)

  await shop.waitForOrderState(token, 'review')
  await shop.waitForJobs()
  expect(await ordersInReview()).toMatchObject([{ orderId, why: 'fraud_alert', canRelease: true }])
  expect(await shop.db.$count(downloadGrants)).toBe(0)
  expectOk(await release(orderId))
  await shop.waitForOrderState(token, 'approved')
})

test('an alert that does not name its seller holds the order once its payment becomes known', async () => {
  const product = await shop.publish(seller)
  const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.setWebhookSettings({ drop: true })
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.db.insert(webhookEvents).values({
    topic: 'stop_delivery_op_wh',
    dataId: paymentId,
    action: '',
    requestId: 'alert',
    signature: 'alert',
    payload: {},
    processedAt: new Date(),
    outcome: 'PAYMENT_NOT_FOUND',
  })

  await shop.waitForOrderState(token, 'review')

  await shop.waitForJobs()
  expect(await shop.db.$count(downloadGrants)).toBe(0)
})

test.each([
  ['names its seller', {}],
  ['names an unknown seller', { userId: '999' }],
])(
  'an alert that %s and arrives while its payment is being stored holds the order',
  async (_, changes) => {
    const product = await shop.publish(seller)
    const { preferenceId, orderId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
    const isAlert = eq(webhookEvents.topic, 'stop_delivery_op_wh')
    const findAlert = async (db: Db = shop.db) =>
      (await db.select().from(webhookEvents).where(isAlert)).find(event => event)
    await runTransaction(shop.db, async tx => {
      await tx.execute(sql`lock table payments in share mode`)
      const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved' })
      await expect.poll(() => countWaitingQueries('insert into "payments"')).toBe(1)
      await sendFraudAlert(paymentId, changes)
      // The alert is examined while the payment cannot be seen yet: it waits for a lock, or nothing is done about it.
      await expect
        .poll(
          async () =>
            (await countWaitingQueries('')) > 1 ||
            (await findAlert(tx))?.processedAt instanceof Date,
        )
        .toBe(true)
    })

    await expect.poll(async () => (await findAlert())?.processedAt).toBeInstanceOf(Date)
    await shop.waitForJobs()
    expect(await ordersInReview()).toMatchObject([{ orderId, why: 'fraud_alert' }])
    expect((await shop.readOrder(token)).items[0]!.downloadUrl).toBeNull()
  },
)

test('a held order that was never delivered is not delivered by a chargeback that the seller wins', async () => {
  const { orderId, token, paymentId } = await payOrder('in_process')
  await sendFraudAlert(paymentId)
  await shop.waitForOrderState(token, 'review')
  await shop.provider.changePayment(paymentId, 'accredit')
  await shop.provider.changePayment(paymentId, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')

  await shop.provider.changePayment(paymentId, 'reimburse')

  await shop.waitForOrderState(token, 'review')
  await shop.waitForJobs()
  expect(await shop.db.$count(downloadGrants)).toBe(0)
  expect(await shop.listMails('buyer@mail.test')).not.toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(/compra lista|descarg/i) }),
  )
  expectOk(await release(orderId))
  await shop.waitForOrderState(token, 'approved')
})

test('an order released before it was paid is delivered once it is paid', async () => {
  const { orderId, token, paymentId } = await payOrder('in_process')
  await sendFraudAlert(paymentId)
  await shop.waitForOrderState(token, 'review')

  expectOk(await release(orderId))
  await shop.waitForOrderState(token, 'in_process')
  await shop.provider.changePayment(paymentId, 'accredit')

  await shop.waitForOrderState(token, 'approved')
})

test('a suspended download reopens only when an admin releases the order, and the files are emailed once', async () => {
  const { orderId, token, paymentId } = await payOrder('approved')
  await sendFraudAlert(paymentId)
  await expect.poll(async () => (await shop.readOrder(token)).items[0]!.downloadUrl).toBeNull()
  const { text } = await shop.waitForMail(admin.email, /revisión|review/i)
  expect(text).toMatch(/ya se había entregado|had already been delivered/)

  // Winning a chargeback reopens the download of an order that is not on hold. For this order, it must stay suspended.
  await shop.provider.changePayment(paymentId, 'chargeback')
  await shop.waitForOrderState(token, 'charged_back')
  await shop.provider.changePayment(paymentId, 'reimburse')
  await shop.waitForOrderState(token, 'approved')
  expect((await shop.readOrder(token)).items[0]!.downloadUrl).toBeNull()

  expectOk(await release(orderId))

  await expect.poll(async () => (await shop.readOrder(token)).items[0]!.downloadUrl).not.toBeNull()
  await shop.waitForJobs()
  const mails = await shop.listMails('buyer@mail.test')
  expect(mails.filter(({ subject }) => subject.startsWith('Tu compra: '))).toHaveLength(1)
})

test('an admin can refund an order on hold instead of releasing it', async () => {
  const { orderId, token, paymentId } = await payOrder('in_process')
  await sendFraudAlert(paymentId)
  await shop.waitForOrderState(token, 'review')
  await shop.provider.changePayment(paymentId, 'accredit')
  await expect.poll(async () => (await ordersInReview())[0]?.payments[0]?.canRefund).toBe(true)

  const answer = await admin.call(refundOrder, { params: { orderId }, body: {} })

  expect(answer).toMatchObject({ status: 202 })
  await shop.waitForOrderState(token, 'refunded')
  expect(await shop.db.$count(downloadGrants)).toBe(0)
  expect(await ordersInReview()).toEqual([])
})

test('a fraud alert closes the download of a delivered order', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  const payment = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const { items } = await shop.waitForOrderState(token, 'approved')

  await shop.provider.sendWebhook({ topic: 'stop_delivery_op_wh', paymentId: payment })

  await expect.poll(async () => (await fetch(items[0]!.downloadUrl!)).status).toBe(403)
})

test('a fraud alert sends an undelivered order to review', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  const payment = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
  await shop.waitForOrderState(token, 'in_process')

  await shop.provider.sendWebhook({ topic: 'stop_delivery_op_wh', paymentId: payment })

  await shop.waitForOrderState(token, 'review')
})
