import { expect, test } from 'vitest'
import { daysAgo } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { orderItems, orders } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
const ANA = 'ana@mail.test'

/** Orders a product and pays it. Returns the token of its order. */
async function buy(browser: ApiClient, id: number, more: { buyAgain?: boolean } = {}) {
  const body = { products: [{ id }], payerEmail: ANA, ...more }
  expectOk(await browser.call(createPreference, { body }))
  const { id: preferenceId, back_urls } = (await shop.provider.readLedger()).preferences.at(-1)!
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const token = new URL(back_urls.success).searchParams.get('order')!
  await shop.waitForOrderState(token, 'approved')
}

test('a browser is asked before it buys again what its email has bought, and can go on', async () => {
  const product = await shop.publish(await shop.seller())
  const browser = shop.visitor()
  const order = { products: [{ id: product.id }], payerEmail: ANA }
  await buy(browser, product.id)

  const again = await browser.call(createPreference, { body: order })

  expect(again).toMatchObject({ status: 409, code: 'ERROR_ALREADY_BOUGHT' })
  expect(await shop.db.$count(orders)).toBe(1)
  const goOn = { ...order, buyAgain: true }
  expect(await browser.call(createPreference, { body: goOn })).toMatchObject({ status: 201 })
})

test('the question is asked for one part of a cart too, and for an address in other letters', async () => {
  const seller = await shop.seller()
  const [bought, other] = [await shop.publish(seller), await shop.publish(seller)]
  const browser = shop.visitor()
  await buy(browser, bought.id)

  const body = { products: [{ id: other.id }, { id: bought.id }], payerEmail: ' ANA@mail.test' }
  const reply = await browser.call(createPreference, { body })

  expect(reply).toMatchObject({ status: 409, code: 'ERROR_ALREADY_BOUGHT' })
})

test.each<[string, (order: { products: { id: number }[]; payerEmail: string }) => unknown]>([
  ['another browser', order => ({ ...order, browser: shop.visitor() })],
  ['another email', order => ({ ...order, payerEmail: 'eva@mail.test' })],
  [
    'the same browser after a refund',
    async order => {
      await shop.db
        .update(orderItems)
        .set({ refundedMinor: (await shop.db.select().from(orderItems))[0]!.priceMinor })
      return order
    },
  ],
  [
    'the same browser before the first order is paid',
    async order => {
      await shop.db.update(orders).set({ state: 'open' })
      return order
    },
  ],
  [
    'the same browser after 31 days',
    async order => {
      await shop.db.update(orders).set({ createdAt: daysAgo(31) })
      return order
    },
  ],
])('%s is not asked and learns nothing', async (_, change) => {
  const product = await shop.publish(await shop.seller())
  const browser = shop.visitor()
  await buy(browser, product.id)

  const order = { products: [{ id: product.id }], payerEmail: ANA }
  const { browser: client = browser, ...body } = (await change(order)) as typeof order & {
    browser?: ApiClient
  }

  expect(await client.call(createPreference, { body })).toMatchObject({ status: 201 })
})

test('the delivery email of a second purchase says that it is one', async () => {
  const product = await shop.publish(await shop.seller())
  await buy(shop.visitor(), product.id)
  const first = await shop.waitForMail(ANA)

  await buy(shop.visitor(), product.id)

  expect(first.text).not.toContain('Ya habías comprado')
  await expect
    .poll(
      async () =>
        (await shop.listMails(ANA)).filter(({ text }) => text.includes('Ya habías comprado'))
          .length,
    )
    .toBe(1)
})
