import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { releaseOrder } from '#contract/admin/orders.ts'
import { jobs, orders, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { waitForWithdrawalState, withdraw } from '#tools/test-app/withdrawals.ts'
import {
  OPEN,
  REFUNDED,
  createPartialRefunds,
  expectCleanInvariants,
  waitForRefundInProcess,
} from '#tools/test-app/orders/partial-refunds.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
let calls: ReturnType<typeof createPartialRefunds>
beforeEach(async () => {
  seller = await shop.seller()
  calls = createPartialRefunds(shop, seller)
})

test('a refund that was made at MercadoPago leaves less to refund, and one for more is refused there', async () => {
  const { orderId, paymentId } = await calls.createPaidOrder()
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 12_000 })

  // This server has not heard of the refund yet.
  expectOk(await calls.refundPart(orderId, { amountMinor: 900_000 }))

  await expect
    .poll(async () => (await calls.getOrder(orderId)).payments[0]!.refund)
    .toMatchObject({ state: 'refused' })
  await calls.waitForRefunded(orderId, 1_200_000)
  expect(await calls.refundPart(orderId, { amountMinor: 800_001 })).toMatchObject({ status: 400 })
  expect(await calls.listRefundAmounts(paymentId)).toEqual([12_000])
  await expectCleanInvariants(shop)
})

describe('a refunded item stays closed', () => {
  test('a refunded item stays closed after a chargeback that the seller wins', async () => {
    const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
    expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
    await calls.waitForRefunded(orderId, 100_000)
    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    expect(await calls.refundPart(orderId, { amountMinor: 1 })).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    await expectCleanInvariants(shop)

    await shop.provider.changePayment(paymentId, 'reimburse')

    await shop.waitForOrderState(token, 'approved')
    await calls.waitForRefunded(orderId, 100_000)
    expect(await calls.listDownloads(token)).toEqual([REFUNDED, OPEN])
    await expectCleanInvariants(shop)
  })

  test('a refunded item stays closed after a fraud hold that an admin ends', async () => {
    const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
    const admin = await createAdmin(shop)
    expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
    await calls.waitForRefunded(orderId, 100_000)
    await shop.provider.sendWebhook({
      topic: 'stop_delivery_op_wh',
      data: { payment_id: paymentId },
    })
    await expect.poll(async () => (await shop.readOrder(token)).detail).toBe('on_hold')

    const body = { reason: 'Hablé con el comprador' }
    expectOk(await admin.call(releaseOrder, { params: { orderId }, body }))

    expect(await calls.listDownloads(token)).toEqual([REFUNDED, OPEN])
    await expectCleanInvariants(shop)
  })
})

test('a chargeback at once with the refund of a part ends with the chargeback, whichever comes first', async () => {
  const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()

  await Promise.all([
    calls.refundPart(orderId, { itemIds: [cheap] }),
    shop.provider.changePayment(paymentId, 'chargeback'),
  ])

  await shop.waitForOrderState(token, 'charged_back')
  await shop.waitForJobs()
  expect(await shop.db.$count(refunds, eq(refunds.state, 'requested'))).toBe(0)
  expect(await calls.listDownloads(token)).toMatchObject([{ isOpen: false }, { isOpen: false }])
  expect((await calls.getOrder(orderId)).refundedMinor).toBe(2_000_000)
  await expectCleanInvariants(shop)
})

test('a withdrawal waits for a part that is in process, and then returns the rest', async () => {
  const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
  await shop.provider.setRefundStatus('in_process')
  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
  await waitForRefundInProcess(shop)

  expect(await withdraw(shop, token)).toMatchObject({ status: 202 })
  await shop.provider.setRefundStatus('approved')
  await shop.provider.changePayment(paymentId, 'approve_refund')
  await shop.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund_payment'))

  await waitForWithdrawalState(shop, token, 'refunded')
  await shop.waitForOrderState(token, 'refunded')
  expect(await calls.listRefundAmounts(paymentId)).toEqual([1000, 19_000])
  await expectCleanInvariants(shop)
})

test('a part of an order that was paid with two cards is taken from both if it needs both', async () => {
  const product = await shop.publish(seller, { price: 8900 })
  const other = await shop.publish(seller, { price: 100 })
  const { orderId, preferenceId, token } = await shop.order(shop.visitor(), [
    { id: product.id },
    { id: other.id },
  ])
  const pay = (amount: number) =>
    shop.provider.pay({ preferenceId, outcome: 'approved', amount, asPart: true })
  const cards = [await pay(5000), await pay(4000)]
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()
  const dear = (await calls.getOrder(orderId)).items.find(
    ({ priceMinor }) => priceMinor === 890_000,
  )!

  expectOk(await calls.refundPart(orderId, { itemIds: [dear.itemId] }))

  await calls.waitForRefunded(orderId, 890_000)
  await expect.poll(() => calls.listDownloads(token)).toEqual([OPEN, REFUNDED])
  const amounts = await Promise.all(cards.map(calls.listRefundAmounts))
  expect(amounts.flat().reduce((sum, amount) => sum + amount, 0)).toBe(8900)
  const [row] = await shop.db.select().from(orders)
  expect(row!.state).toBe('approved')
  await expectCleanInvariants(shop)
})
