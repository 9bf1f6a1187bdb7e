import { describe, expect, test } from 'vitest'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { DAY_MS, daysAgo } from '#contract/core/time.ts'
import { getReceipt } from '#contract/receipts.ts'
import { downloadGrants, orderItems, orders, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  followWithdrawals,
  findSubjects,
  readWithdrawal,
  waitForWithdrawalState,
  withdraw,
} from '#tools/test-app/withdrawals.ts'

const BUYER = 'buyer@mail.test'

const shop = useTestApp()

/** Moves the payment and the delivery of all orders into the past. */
async function age(days: number) {
  const moment = daysAgo(days)
  await shop.db.update(orders).set({ createdAt: moment, approvedAt: moment })
  await shop.db.update(downloadGrants).set({ grantedAt: moment })
}

/** Pays for a product with a guarantee of thirty days and one without, in one order. */
async function createMixedOrder() {
  const seller = await shop.seller()
  const guaranteed = await shop.publish(seller, { price: 3000, guaranteeDays: 30, name: 'Guía' })
  const plain = await shop.publish(seller, { price: 8000, name: 'Curso' })
  const order = await shop.order(shop.visitor(), [{ id: guaranteed.id }, { id: plain.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, seller, paymentId }
}

describe('an order of a product with a guarantee of thirty days', () => {
  test.each([
    ['within the guarantee', 20, 'refund'],
    ['after the guarantee', 40, 'answer'],
  ] as const)('an order with a guarantee of thirty days %s', async (_, days, option) => {
    const { token } = await createPaidOrder(shop, { guaranteeDays: 30 })
    await age(days)

    expect(await readWithdrawal(shop, token)).toMatchObject({ option, isPart: false })
  })

  test('an order with a guarantee of thirty days keeps its guarantee when the seller takes it back later', async () => {
    const { product, seller, token } = await createPaidOrder(shop, { guaranteeDays: 30 })
    const params = { id: product.id }
    expectOk(await seller.call(updateProduct, { params, form: { guaranteeDays: '' }, files: {} }))
    expect(expectOk(await shop.visitor().call(getPublicProduct, { params }))).toMatchObject({
      guaranteeDays: 0,
    })
    await age(20)

    expectOk(await withdraw(shop, token))

    await shop.waitForOrderState(token, 'refunded')
  })

  test('an order with a guarantee of thirty days gets no longer guarantee when the seller gives one later', async () => {
    const { product, seller, token } = await createPaidOrder(shop)
    const params = { id: product.id }
    expectOk(await seller.call(updateProduct, { params, form: { guaranteeDays: 30 }, files: {} }))
    await age(20)

    expect((await readWithdrawal(shop, token)).option).toBe('answer')
  })

  test('an order with a guarantee of thirty days counts from the delivery if a voucher is paid later', async () => {
    const order = await createUnpaidOrder(shop, { guaranteeDays: 30 })
    const { preferenceId } = order
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'pending_cash' })
    await shop.waitForOrderState(order.token, 'pending')
    await shop.db.update(orders).set({ createdAt: daysAgo(40) })
    await shop.provider.changePayment(paymentId, 'accredit')
    await shop.waitForOrderState(order.token, 'approved')

    const { option, endsAt } = await readWithdrawal(shop, order.token)

    expect(option).toBe('refund')
    const days = (Date.parse(endsAt!) - Date.now()) / DAY_MS
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(34)
  })

  test('an order with a guarantee of thirty days names the guarantee in the delivery email and on the receipt', async () => {
    const { token } = await createPaidOrder(shop, { guaranteeDays: 30 })

    expect((await shop.waitForMail(BUYER, /Recetas/)).text).toContain('Garantía de 30 días')
    expect(
      expectOk(await shop.visitor().call(getReceipt, { params: { token } })).lines,
    ).toMatchObject([{ guaranteeDays: 30 }])
  })

  test('an order with a guarantee of thirty days names no guarantee that the law contains', async () => {
    await createPaidOrder(shop, { guaranteeDays: 5 })

    expect((await shop.waitForMail(BUYER, /Recetas/)).text).not.toContain('Garantía')
    const [item] = await shop.db.select().from(orderItems)
    expect(item!.guaranteeDays).toBe(5)
  })
})

describe('an order of products with different guarantees', () => {
  test('an order with different guarantees is returned as a whole while all of its items are covered, with an end for each', async () => {
    const { token } = await createMixedOrder()

    const { option, isPart, items, amountMinor, endsAt } = await readWithdrawal(shop, token)

    expect({ option, isPart, amountMinor }).toEqual({
      option: 'refund',
      isPart: false,
      amountMinor: 1_100_000,
    })
    const ends = items.map(item => Date.parse(item.endsAt!))
    expect(ends[0]! - ends[1]!).toBeGreaterThan(15 * DAY_MS)
    expect(Date.parse(endsAt!)).toBe(ends[1])
  })

  test('an order of products with different guarantees is returned in part later, and the buyer keeps the rest', async () => {
    const { token } = await createMixedOrder()
    await age(20)
    expect(await readWithdrawal(shop, token)).toMatchObject({
      option: 'refund',
      isPart: true,
      amountMinor: 300_000,
      items: [{ name: 'Guía' }],
    })

    expectOk(await withdraw(shop, token))

    await waitForWithdrawalState(shop, token, 'refunded')
    const order = await shop.readOrder(token)
    expect(order).toMatchObject({ state: 'approved', refundedMinor: 300_000 })
    expect(order.items.map(({ name, downloadUrl }) => [name, downloadUrl === null])).toEqual([
      ['Guía', true],
      ['Curso', false],
    ])
    const mail = await shop.waitForMail(BUYER, /^Te vamos a devolver el dinero: /)
    expect(mail.text).toContain('3.000')
    expect(await findSubjects(shop, BUYER, /^Te devolvimos una parte/)).toHaveLength(1)
    await expectCleanInvariants(shop)
  })

  test('an order whose return is asked for twenty times at once is refunded once', async () => {
    const { token } = await createMixedOrder()
    await age(20)

    const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(shop, token)))

    expect(new Set(answers.map(answer => expectOk(answer).withdrawal!.code)).size).toBe(1)
    await waitForWithdrawalState(shop, token, 'refunded')
    expect(await shop.db.$count(refunds)).toBe(1)
    await expectCleanInvariants(shop)
  })

  test('an order of products with different guarantees is refunded in part a day later, if the seller has no funds at first', async () => {
    const { token, paymentId } = await createMixedOrder()
    await age(20)
    await shop.provider.addFault({
      path: `/v1/payments/${paymentId}/refunds`,
      status: 400,
      times: 1,
    })

    expectOk(await withdraw(shop, token))
    await waitForWithdrawalState(shop, token, 'waiting_funds')
    await followWithdrawals(shop)

    await waitForWithdrawalState(shop, token, 'refunded')
    expect(await shop.readOrder(token)).toMatchObject({ state: 'approved', refundedMinor: 300_000 })
    expect(await shop.db.$count(refunds)).toBe(2)
    await expectCleanInvariants(shop)
  })
})
