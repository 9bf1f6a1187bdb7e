import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getOrderInReview,
  listOrdersInReview,
  refundOrder,
  releaseOrder,
} from '#contract/admin/orders.ts'
import { listAuditLog } from '#contract/admin/operations.ts'
import { setAdmin } from '#server/features/admin/roles.ts'
import { grants } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
  admin = await shop.creator()
  await setAdmin(shop.db, admin.email, true)
})
afterAll(() => shop.close())

async function paid(outcome: 'approved' | 'in_process') {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({ preferenceId: order.preferenceId, outcome })
  await shop.becomes(order.token, outcome)
  return { ...order, paymentId }
}

const alert = (paymentId: string) =>
  shop.provider.notify({ topic: 'stop_delivery_op_wh', data: { payment_id: paymentId } })

const waiting = async () => expectOk(await admin.call(listOrdersInReview, {})).orders
const release = (orderId: string) =>
  admin.call(releaseOrder, { params: { orderId }, body: { reason: 'Hablé con el comprador' } })

test('an order held by a fraud alert is not delivered by the next notice, but by an admin', async () => {
  const { orderId, token, paymentId } = await paid('in_process')
  await alert(paymentId)
  await shop.becomes(token, 'review')

  // Paid after all: the money is noted, and nothing is delivered.
  await shop.provider.act(paymentId, 'accredit')
  await shop.provider.notify({ paymentId, copies: 3 })
  await shop.workDone()
  await expect.poll(async () => (await waiting())[0]?.payments[0]?.status).toBe('approved')
  expect((await shop.look(token)).state).toBe('review')
  expect(await shop.db.$count(grants)).toBe(0)
  expect(await waiting()).toMatchObject([{ orderId, why: 'fraud_alert', canRelease: true }])

  expect(await release(orderId)).toMatchObject({ status: 202 })

  const order = await shop.becomes(token, 'approved')
  expect(order.items[0]!.downloadUrl).not.toBeNull()
  expect(await shop.db.$count(grants)).toBe(1)
  await shop.mailTo('buyer@mail.test')
  expect(await waiting()).toEqual([])
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

test('released before it was paid, it waits for its payment and is delivered then', async () => {
  const { orderId, token, paymentId } = await paid('in_process')
  await alert(paymentId)
  await shop.becomes(token, 'review')

  expectOk(await release(orderId))
  await shop.becomes(token, 'in_process')
  await shop.provider.act(paymentId, 'accredit')

  await shop.becomes(token, 'approved')
})

test('what was delivered is suspended and opens again by a release alone, with no second mail', async () => {
  const { orderId, token, paymentId } = await paid('approved')
  await alert(paymentId)
  await expect.poll(async () => (await shop.look(token)).items[0]!.downloadUrl).toBeNull()

  // A chargeback that is won would open the downloads, were they not held.
  await shop.provider.act(paymentId, 'chargeback')
  await shop.becomes(token, 'charged_back')
  await shop.provider.act(paymentId, 'reimburse')
  await shop.becomes(token, 'approved')
  expect((await shop.look(token)).items[0]!.downloadUrl).toBeNull()

  expectOk(await release(orderId))

  await expect.poll(async () => (await shop.look(token)).items[0]!.downloadUrl).not.toBeNull()
  await shop.workDone()
  expect(await shop.mailsTo('buyer@mail.test')).toHaveLength(1)
})

test('an admin may give the money of a held order back instead', async () => {
  const { orderId, token, paymentId } = await paid('in_process')
  await alert(paymentId)
  await shop.becomes(token, 'review')
  await shop.provider.act(paymentId, 'accredit')
  await expect.poll(async () => (await waiting())[0]?.payments[0]?.canRefund).toBe(true)

  const answer = await admin.call(refundOrder, { params: { orderId }, body: {} })

  expect(answer).toMatchObject({ status: 202 })
  await shop.becomes(token, 'refunded')
  expect(await shop.db.$count(grants)).toBe(0)
  expect(await waiting()).toEqual([])
})
