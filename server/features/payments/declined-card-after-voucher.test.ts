import { describe, expect, test } from 'vitest'
import { listSales } from '#contract/sales/lines.ts'
import { downloadGrants, payments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Waits until a rejected attempt to pay is stored. */
const rejectionStored = () =>
  expect
    .poll(async () => (await shop.db.select().from(payments)).map(({ status }) => status))
    .toContain('rejected')

describe('a declined card after a voucher', () => {
  test('an order with a pending voucher stays pending after a declined card, and is approved once the voucher is paid', async () => {
    const { seller, preferenceId, token } = await createUnpaidOrder(shop)
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    const { payment } = await shop.waitForOrderState(token, 'pending')
    await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await rejectionStored()

    expect(await shop.readOrder(token)).toMatchObject({ state: 'pending', payment })
    const { sales } = expectOk(await seller.call(listSales, { query: {} }))
    expect(sales.map(({ state }) => state)).toEqual(['pending'])

    await shop.provider.changePayment(voucher, 'accredit')
    await shop.waitForOrderState(token, 'approved')
    expect(await shop.db.select().from(downloadGrants)).toHaveLength(1)
  })

  test('an order with a declined card is shown as rejected once its voucher has expired too', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const voucher = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(token, 'pending')
    await shop.provider.pay({ preferenceId, outcome: 'rejected' })
    await rejectionStored()

    await shop.provider.changePayment(voucher, 'expire')

    await shop.waitForOrderState(token, 'rejected')
  })
})
