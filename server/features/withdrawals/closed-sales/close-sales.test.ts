import { describe, expect, test } from 'vitest'
import { listUsers } from '#contract/admin/users.ts'
import { requestAvailabilityEmail } from '#contract/storefront/availability.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getPaymentAccount } from '#contract/payment-accounts.ts'
import { refundSale } from '#contract/sales/order.ts'
import { orders, users, withdrawals } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  followWithdrawals,
  waitForWithdrawalState,
  waitWhileExamining,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const shop = useTestApp()

const readRefusals = async () => (await shop.db.select().from(withdrawals))[0]!.refusals
const isBuyable = async (id: number) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id } })).hasAuth

/** Makes the refund of an order fail on so many days; the days between the first and the last one are skipped. */
async function refuseRefund(
  { paymentId, token }: { paymentId: string; token: string },
  days: number,
) {
  await shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 400, times: 2 })
  expectOk(await withdraw(shop, token))
  await waitWhileExamining(shop, async () => (await readRefusals()) === 1)
  await shop.db.update(withdrawals).set({ refusals: days - 1 })
  await followWithdrawals(shop)
  await waitWhileExamining(shop, async () => (await readRefusals()) === days)
}

async function createRefusedWithdrawal(days: number) {
  const order = await createPaidOrder(shop)
  await refuseRefund(order, days)
  return order
}

test('the sales of a seller are open after five days of refusals', async () => {
  const { product, seller } = await createRefusedWithdrawal(5)
  await shop.waitForJobs()
  expect(await isBuyable(product.id)).toBe(true)
  expect(expectOk(await seller.call(getPaymentAccount, {}))).toMatchObject({
    canSell: true,
    salesClosedAt: null,
  })
})

describe('after more than five days of refusals', () => {
  test('nobody can buy from the seller, who is told, and admins find the seller', async () => {
    const { product, seller } = await createRefusedWithdrawal(6)
    await expect.poll(() => isBuyable(product.id)).toBe(false)
    expect(expectOk(await seller.call(getPaymentAccount, {}))).toMatchObject({
      state: 'linked',
      canSell: false,
      salesClosedAt: expect.any(String),
    })
    const body = { products: [{ id: product.id }], payerEmail: 'ana@mail.test' }
    expect(await shop.visitor().call(createPreference, { body })).toMatchObject({
      status: 400,
      code: 'DIFFERENT_SELLERS_PRODUCT',
    })
    const admin = await createAdmin(shop)
    const list = expectOk(await admin.call(listUsers, { query: { only: 'sales_closed' } })).users
    expect(list).toMatchObject([{ email: seller.email, salesClosedAt: expect.any(String) }])
  })

  test('the sales close also if the order went to review and was never approved', async () => {
    const { paymentId, product } = await createRefusedWithdrawal(5)
    await shop.db.update(orders).set({ approvedAt: null })
    await shop.provider.addFault({
      path: `/v1/payments/${paymentId}/refunds`,
      status: 400,
      times: 2,
    })

    await followWithdrawals(shop)

    await expect.poll(() => isBuyable(product.id)).toBe(false)
  })

  test('open payment pages expire after more than five days of refusals', async () => {
    const order = await createPaidOrder(shop)
    const other = await shop.publish(order.seller)
    const open = await shop.order(shop.visitor(), [{ id: other.id }])
    await refuseRefund(order, 6)

    await expect
      .poll(async () => (await shop.readOrder(open.token)).payment?.payUrl ?? null, {
        timeout: 15_000,
      })
      .toBeNull()
  })

  test('the sales open by themselves when the refund goes through, and whoever waited is told', async () => {
    const { product, token } = await createRefusedWithdrawal(6)
    await expect.poll(() => isBuyable(product.id)).toBe(false)
    const visitor = shop.visitor()
    expectOk(
      await visitor.call(requestAvailabilityEmail, {
        params: { id: product.id },
        body: { email: 'waiting@mail.test' },
      }),
    )

    await followWithdrawals(shop)

    await shop.waitForOrderState(token, 'refunded')
    await waitForWithdrawalState(shop, token, 'refunded')
    await expect.poll(() => isBuyable(product.id), { timeout: 15_000 }).toBe(true)
    await shop.waitForMail('waiting@mail.test')
    expect((await shop.db.select().from(users)).map(({ salesClosedAt }) => salesClosedAt)).toEqual([
      null,
    ])
  })

  test('the sales open also if the seller makes the refund', async () => {
    const { orderId, product, seller, token } = await createRefusedWithdrawal(6)
    await expect.poll(() => isBuyable(product.id)).toBe(false)

    expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))

    await shop.waitForOrderState(token, 'refunded')
    await followWithdrawals(shop)
    await expect.poll(() => isBuyable(product.id), { timeout: 15_000 }).toBe(true)
  })
})
