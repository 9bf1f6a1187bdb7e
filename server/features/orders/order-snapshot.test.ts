import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1000' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const ORDERS = 6
const READERS = 6

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
