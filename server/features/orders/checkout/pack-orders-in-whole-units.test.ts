import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import type { Currency } from '#contract/core/fields.ts'
import { chargeStep } from '#contract/core/money.ts'
import { sum } from '#contract/core/sum.ts'
import { orderItems } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import {
  createPartialRefunds,
  expectCleanInvariants,
} from '#tools/test-app/orders/partial-refunds.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The minor units of one whole unit, by which amounts are counted in every currency. */
const UNIT = 100

describe.each<Currency>(['CLP', 'COP'])('an order of a pack in %s', currency => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp({ CURRENCY: currency })
    await shop.reset()
  })
  afterAll(() => shop.close())

  test('an order of a pack is charged, shared and refunded by part in whole units, which add up to what was paid', async () => {
    expect(chargeStep(currency)).toBe(UNIT)
    const seller = await shop.seller()
    const parts = []
    for (const price of [333, 334, 2999])
      parts.push(await shop.publish(seller, { name: `Parte ${price}`, price }))
    const alone = await shop.publish(seller, { name: 'Cueca', price: 777 })
    const ids = parts.map(({ id }) => id)
    const cooking = await publishPack(seller, ids, { name: 'Cocina', price: 1000 })

    const order = await shop.order(shop.visitor(), [{ id: cooking.id }, { id: alone.id }])
    const paymentId = await shop.provider.pay({
      preferenceId: order.preferenceId,
      outcome: 'approved',
    })
    await shop.waitForOrderState(order.token, 'approved')
    await shop.waitForJobs()

    const { refundPart, waitForRefunded, getOrder, listRefundAmounts, listDownloads } =
      createPartialRefunds(shop, seller)
    const { items } = await shop.readOrder(order.token)
    const shares = items.filter(({ pack }) => pack?.id === cooking.id).map(toPrice)
    expect(shares).toHaveLength(3)
    expect(sum(shares)).toBe(1000 * UNIT)
    expect(sum(items.map(toPrice))).toBe(1777 * UNIT)
    const lines = await shop.db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order.orderId))
    for (const { priceMinor, feeMinor } of lines)
      expect([priceMinor % UNIT, feeMinor % UNIT]).toEqual([0, 0])
    await expectCleanInvariants(shop)

    // A part, then an amount, then all that is left.
    const sale = await getOrder(order.orderId)
    const first = sale.items.find(({ priceMinor }) => priceMinor === Math.min(...shares))
    expectOk(await refundPart(order.orderId, { itemIds: [first!.itemId] }))
    await waitForRefunded(order.orderId, first!.priceMinor)
    expect(await refundPart(order.orderId, { amountMinor: 101 * UNIT + 50 })).toMatchObject({
      status: 400,
    })
    expectOk(await refundPart(order.orderId, { amountMinor: 101 * UNIT }))
    await waitForRefunded(order.orderId, first!.priceMinor + 101 * UNIT)
    await expectCleanInvariants(shop)
    expect((await listDownloads(order.token)).map(({ isRefunded }) => isRefunded)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expectOk(await refundPart(order.orderId, {}))
    await waitForRefunded(order.orderId, 1777 * UNIT)

    const refunded = await listRefundAmounts(paymentId)
    expect(refunded.every(amount => Number.isInteger(amount))).toBe(true)
    expect(sum(refunded)).toBe(1777)
    await expectCleanInvariants(shop)
  })
})

const toPrice = ({ priceMinor }: { priceMinor: number }) => priceMinor
