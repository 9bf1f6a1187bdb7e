import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sum } from '#contract/core/sum.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { listSales } from '#contract/sales/lines.ts'
import { getSale } from '#contract/sales/order.ts'
import { listOpenVouchers } from '#contract/sales/vouchers.ts'
import { payments } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

type Seller = Awaited<ReturnType<TestApp['seller']>>
const listVouchers = async (seller: Seller) => expectOk(await seller.call(listOpenVouchers, {}))

async function issueVoucher(seller: Seller, price: number) {
  const product = await shop.publish(seller, { price })
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'pending_cash',
  })
  await shop.waitForOrderState(order.token, 'pending')
  return { ...order, paymentId, product }
}

test('an open voucher is listed with number, products, amount and deadline, the next deadline first', async () => {
  const seller = await shop.seller()
  const dearer = await issueVoucher(seller, 8900)
  const sooner = await issueVoucher(seller, 1200)
  const soon = new Date(Date.now() + HOUR_MS)
  await shop.db.update(payments).set({ deadline: soon }).where(eq(payments.id, sooner.paymentId))

  const { vouchers, count, totalMinor, currency } = await listVouchers(seller)

  expect(vouchers.map(({ orderId }) => orderId)).toEqual([sooner.orderId, dearer.orderId])
  expect(vouchers[0]).toMatchObject({
    number: (await shop.readOrder(sooner.token)).number,
    productNames: [sooner.product.name],
    amountMinor: 120_000,
    deadline: soon.toISOString(),
  })
  expect({ count, totalMinor, currency }).toEqual({
    count: 2,
    totalMinor: 1_010_000,
    currency: 'ARS',
  })
  expect(await listVouchers(await shop.seller())).toMatchObject({ count: 0, vouchers: [] })
})

test('the total is that of the list and of the pending sales, to the centavo', async () => {
  const seller = await shop.seller()
  for (const price of [1, 99, 8900, 123_456]) await issueVoucher(seller, price)

  const { vouchers, totalMinor } = await listVouchers(seller)
  const { sales } = expectOk(await seller.call(listSales, { query: { state: 'pending' } }))

  expect(totalMinor).toBe(sum(vouchers.map(({ amountMinor }) => amountMinor)))
  expect(totalMinor).toBe(sum(sales.map(({ priceMinor }) => priceMinor)))
})

test.each([
  ['is paid', 'accredit', 'approved'],
  ['expires', 'expire', 'rejected'],
] as const)('a voucher that %s is no longer listed', async (_, action, state) => {
  const seller = await shop.seller()
  const { token, paymentId } = await issueVoucher(seller, 8900)

  await shop.provider.changePayment(paymentId, action)
  await shop.waitForOrderState(token, state)

  expect(await listVouchers(seller)).toMatchObject({ count: 0, totalMinor: 0, vouchers: [] })
})

test('a voucher is no longer listed when its deadline is over, before MercadoPago has canceled it', async () => {
  const seller = await shop.seller()
  const { orderId, paymentId } = await issueVoucher(seller, 8900)
  const deadlineOf = async () =>
    expectOk(await seller.call(getSale, { params: { orderId } })).payments[0]!.deadline
  expect(await deadlineOf()).toBe((await listVouchers(seller)).vouchers[0]!.deadline)

  await shop.db
    .update(payments)
    .set({ deadline: new Date(Date.now() - 1000) })
    .where(eq(payments.id, paymentId))

  expect(await listVouchers(seller)).toMatchObject({ count: 0, vouchers: [] })
})

test('an order with two vouchers counts once, and a card in review or a declined card not at all', async () => {
  const seller = await shop.seller()
  const { preferenceId, token } = await issueVoucher(seller, 8900)
  await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
  const card = await shop.order(shop.visitor(), [
    { id: (await shop.publish(seller, { price: 500 })).id },
  ])
  await shop.provider.pay({ preferenceId: card.preferenceId, outcome: 'in_process' })
  await shop.waitForOrderState(card.token, 'in_process')
  await shop.waitForOrderState(token, 'pending')
  await shop.waitForJobs()

  expect(await listVouchers(seller)).toMatchObject({ count: 1, totalMinor: 890_000 })
})
