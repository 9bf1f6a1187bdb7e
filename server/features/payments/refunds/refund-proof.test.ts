import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmIdentity } from '#contract/accounts/sessions.ts'
import { refundOrder } from '#contract/admin/orders.ts'
import { refundSale } from '#contract/sales/order.ts'
import { refunds } from '#server/db/schema/index.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { outdateProofs } from '#tools/test-app/second-factors.ts'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp({ REFUND_PROOF_ABOVE: '500' })
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
})
afterAll(() => shop.close())

/** Creates an order of a price in whole units that is paid, then makes every proof of identity too old. */
async function createPaidOrder(price: number): Promise<{ orderId: string }> {
  const product = await shop.publish(seller, { price })
  const { orderId, preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  await outdateProofs(shop)
  return { orderId }
}

test('a refund of more than the setting needs a proof, and the captcha of the refused request stays valid', async () => {
  const params = await createPaidOrder(501)
  const captcha = await seller.solveCaptcha('refund_form')
  const refund = () => seller.call(refundSale, { params, body: {}, captcha })

  const refused = await refund()
  await seller.call(confirmIdentity, { body: { password: PASSWORD } })
  const accepted = await refund()

  expect(refused).toMatchObject({ status: 403, code: 'ERROR_REAUTHENTICATION_REQUIRED' })
  expect(accepted).toMatchObject({ ok: true })
})

test('a refund of the amount of the setting needs no proof', async () => {
  const params = await createPaidOrder(500)

  const reply = await seller.call(refundSale, { params, body: {} })

  expect(reply).toMatchObject({ ok: true })
})

test('another seller is not told that an order has a large payment', async () => {
  const params = await createPaidOrder(501)
  const stranger = await shop.creator()
  await outdateProofs(shop)

  const reply = await stranger.call(refundSale, { params, body: {} })

  expect(reply).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
})

test('parts need a proof once they are together more than the setting, also if each of them is less', async () => {
  const params = await createPaidOrder(800)
  const refund = (amountMinor: number) =>
    seller.call(refundSale, { params, body: { amountMinor }, idempotencyKey: randomUUID() })

  const replies = [await refund(30_000)]
  await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
  replies.push(await refund(20_000))
  await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(2)
  replies.push(await refund(1))

  expect(replies.map(({ status }) => status)).toEqual([202, 202, 403])
  expect(await seller.call(refundSale, { params, body: {} })).toMatchObject({ status: 403 })
})

test('an admin needs the same proof', async () => {
  const params = await createPaidOrder(501)
  const admin = await createAdmin(shop)
  await outdateProofs(shop)

  const reply = await admin.call(refundOrder, { params, body: {} })

  expect(reply).toMatchObject({ status: 403, code: 'ERROR_REAUTHENTICATION_REQUIRED' })
})

test('the refunds of several orders need a proof once those of a day are together more than the setting', async () => {
  const orders = []
  for (const price of [200, 300, 1]) orders.push(await createPaidOrder(price))

  const replies = []
  for (const params of orders) replies.push(await seller.call(refundSale, { params, body: {} }))
  await shop.db.update(refunds).set({ createdAt: sql`now() - interval '25 hours'` })
  replies.push(await seller.call(refundSale, { params: orders[2]!, body: {} }))

  expect(replies.map(({ status }) => status)).toEqual([202, 202, 403, 202])
})
