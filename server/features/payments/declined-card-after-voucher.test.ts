import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSales } from '#contract/sales/lines.ts'
import { grants, payments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** A product on sale and an order for it. */
async function ordered() {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  return { seller, ...(await shop.order(shop.visitor(), [product])) }
}
const refused = () =>
  expect
    .poll(async () => (await shop.db.select().from(payments)).map(({ status }) => status))
    .toContain('rejected')

describe('a buyer with a voucher who tries a card too', () => {
  test('still sees the voucher when the card is refused, and so does the seller, until it is paid', async () => {
    const { seller, preferenceId, token } = await ordered()
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    const { payment } = await shop.becomes(token, 'pending')
    await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await refused()

    expect(await shop.look(token)).toMatchObject({ state: 'pending', payment })
    const { sales } = expectOk(await seller.call(listSales, { query: {} }))
    expect(sales.map(({ state }) => state)).toEqual(['pending'])

    await shop.provider.act(voucher, 'accredit')
    await shop.becomes(token, 'approved')
    expect(await shop.db.select().from(grants)).toHaveLength(1)
  })

  test('is told to try again once the voucher has lapsed as well', async () => {
    const { preferenceId, token } = await ordered()
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.becomes(token, 'pending')
    await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await refused()

    await shop.provider.act(voucher, 'expire')

    await shop.becomes(token, 'rejected')
  })
})
