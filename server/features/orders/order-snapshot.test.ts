import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1000' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const ORDERS = 6
const LOOKERS = 6

test('whoever looks while a payment arrives sees its files and that it is paid, or neither', async () => {
  const product = await shop.publish(await shop.seller())
  const seen = new Set<string>()
  for (let number = 1; number <= ORDERS; number++) {
    const email = `buyer${number}@mail.test`
    const order = await shop.order(shop.visitor(), [{ id: product.id }], email)
    let isPaid = false
    const look = async () => {
      while (!isPaid) {
        const { state, items } = await shop.look(order.token)
        isPaid ||= state === 'approved'
        const files = items[0]?.downloadUrl ? 'files' : 'no files'
        seen.add(`${state === 'approved' ? 'paid' : 'not paid'}, ${files}`)
      }
    }
    const looking = Promise.all(Array.from({ length: LOOKERS }, look))
    await shop.provider.pay({ preferenceId: order.preferenceId, outcome: 'approved' })
    await looking
  }

  expect([...seen].toSorted()).toEqual(['not paid, no files', 'paid, files'])
})
