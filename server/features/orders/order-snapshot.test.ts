import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPartialRefunds } from '#tools/test-app/orders/partial-refunds.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1000' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const ORDERS = 6
const READERS = 6
const REFUNDS = 6

test('an order read while its payment arrives shows both the approved state and its files, or neither', async () => {
  const product = await shop.publish(await shop.seller())
  const observations = new Set<string>()
  for (let number = 1; number <= ORDERS; number++) {
    const email = `buyer${number}@mail.test`
    const order = await shop.order(shop.visitor(), [{ id: product.id }], email)
    let isPaid = false
    const readUntilPaid = async () => {
      while (!isPaid) {
        const { state, items } = await shop.readOrder(order.token)
        isPaid ||= state === 'approved'
        const files = items[0]?.downloadUrl ? 'files' : 'no files'
        observations.add(`${state === 'approved' ? 'paid' : 'not paid'}, ${files}`)
      }
    }
    const reading = Promise.all(Array.from({ length: READERS }, readUntilPaid))
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    await reading
  }

  expect([...observations].toSorted()).toEqual(['not paid, no files', 'paid, files'])
})

test('a sale read while its refund arrives shows both the end of the refund and its amounts, or neither', async () => {
  const seller = await shop.seller()
  const calls = createPartialRefunds(shop, seller)
  const { orderId } = await calls.createPaidOrder()
  const mixed: object[] = []
  for (let made = 1; made <= REFUNDS; made++) {
    expect(await calls.refundPart(orderId, { amountMinor: 1000 })).toMatchObject({ status: 202 })
    let isRefunded = false
    const readUntilRefunded = async () => {
      while (!isRefunded) {
        const { refundedMinor, history } = await calls.getOrder(orderId)
        const ended = history.filter(({ kind }) => kind === 'partly_refunded').length
        if (refundedMinor !== ended * 1000) mixed.push({ refundedMinor, ended })
        isRefunded ||= ended === made
      }
    }
    await Promise.all(Array.from({ length: READERS }, readUntilRefunded))
  }

  expect(mixed).toEqual([])
})
