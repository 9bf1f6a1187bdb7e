import { desc, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { getCommission, listCommissionDifferences } from '#contract/admin/commission.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import { commissionDays, orders, payments } from '#server/db/schema/index.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { createCoupon } from '#contract/prices/coupons.ts'
import { refundSale } from '#contract/sales/order.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createPartialRefunds } from '#tools/test-app/orders/partial-refunds.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { bookUnbookedPayments } from './book-payments.ts'
import { sumCommissionOfDays } from './commission-queries.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

const readCommission = async (year?: number) =>
  expectOk(await admin.call(getCommission, { query: year === undefined ? {} : { year } }))

test('the commission of a month is what was earned, returned, missing and deducted in excess', async () => {
  await createPaidOrder(shop)
  const refunded = await createPaidOrder(shop)
  await shop.provider.changePayment(refunded.paymentId, 'partial_refund')
  const missing = await createPaidOrder(shop, { applicationFee: 0 })
  const excess = await createPaidOrder(shop, { applicationFee: 2000 })
  await shop.waitForJobs()

  const month = toLocalDay(new Date()).slice(0, 7)
  expect(await readCommission()).toEqual({
    year: Number(month.slice(0, 4)),
    hasEarlier: false,
    refundedSales: [],
    months: [
      {
        month,
        currency: 'ARS',
        earnedMinor: 178_000 + 178_000 + 0 + 200_000,
        returnedMinor: 89_000,
        missingMinor: 178_000,
        excessMinor: 22_000,
        forgoneMinor: 0,
      },
    ],
  })
  const { differences, nextCursor } = expectOk(
    await admin.call(listCommissionDifferences, { query: {} }),
  )
  expect(nextCursor).toBeNull()
  expect(differences).toMatchObject([
    { orderId: excess.orderId, paymentId: excess.paymentId, missingMinor: -22_000 },
    {
      orderId: missing.orderId,
      paymentId: missing.paymentId,
      agreedMinor: 178_000,
      missingMinor: 178_000,
    },
  ])
})

test('the commission of a month names what discounts cost, but not of what completes a pack or was refunded', async () => {
  const seller = await shop.seller()
  const buyer = shop.visitor()
  const dear = await shop.publish(seller, { name: 'Curso', price: 50_000 })
  const cheap = await shop.publish(seller, { name: 'Guía', price: 1000 })
  const pack = await publishPack(seller, [dear.id, cheap.id], { price: 40_000 })
  expectOk(
    await seller.call(createCoupon, {
      body: { ...UNLIMITED, code: 'MENOS90', kind: 'percent', value: 90 },
    }),
  )
  const pay = async (product: { id: number; completes?: object }, coupon?: string) => {
    const body = { products: [product], payerEmail: 'ana@mail.test', coupon, buyAgain: true }
    expectOk(await buyer.call(createPreference, { body }))
    const [order] = await shop.db.select().from(orders).orderBy(desc(orders.createdAt)).limit(1)
    await shop.provider.pay({ preferenceId: order!.preferenceId!, outcome: 'approved' })
    await shop.waitForJobs()
    return order!
  }
  await pay(dear, 'MENOS90')
  const refunded = await pay(dear, 'MENOS90')
  await pay(cheap)
  await pay({ ...pack, completes: {} })
  expectOk(
    await seller.call(refundSale, {
      params: { orderId: refunded.id },
      body: {},
      idempotencyKey: 'one',
    }),
  )
  await shop.waitForJobs()

  // 5 % of 50,000 less 20 % of 5,000.
  expect((await readCommission()).months).toMatchObject([{ forgoneMinor: 150_000 }])
})

test('a month is the same once its days are summed, together with what is booked after that', async () => {
  await createPaidOrder(shop)
  await createPaidOrder(shop, { applicationFee: 0 })
  await shop.waitForJobs()
  const before = await readCommission()

  await sumCommissionOfDays(shop.db, new Date())
  expect(await shop.db.select().from(commissionDays)).toEqual([])
  await sumCommissionOfDays(shop.db, new Date(Date.now() + 2 * DAY_MS))
  await sumCommissionOfDays(shop.db, new Date(Date.now() + 2 * DAY_MS))

  expect(await shop.db.select().from(commissionDays)).toHaveLength(2)
  expect(await readCommission()).toEqual(before)
  // What is booked from now on is in the ledger of the next day.
  await shop.db.execute(sql`update commission_days set day = day - 1`)
  await shop.db.execute(sql`truncate ledger_entries`)
  await createPaidOrder(shop)
  await shop.waitForJobs()
  expect((await readCommission()).months).toEqual([
    { ...before.months[0]!, earnedMinor: before.months[0]!.earnedMinor + 178_000 },
  ])
})

test('a sale in the last hour of a year counts in that year’s December, by local time', async () => {
  await createPaidOrder(shop, { applicationFee: 0 })
  await shop.waitForJobs()
  await shop.db.execute(sql`truncate ledger_entries`)
  await shop.db.update(orders).set({ approvedAt: new Date('2026-01-01T02:30:00Z') })
  await shop.db.update(payments).set({ bookedAt: null })
  await bookUnbookedPayments(shop.db)

  expect((await readCommission(2025)).months).toMatchObject([
    { month: '2025-12', missingMinor: 178_000, earnedMinor: 0 },
  ])
  expect(await readCommission(2026)).toMatchObject({ months: [], hasEarlier: true })
  expect(
    expectOk(await admin.call(listCommissionDifferences, { query: { year: 2026 } })).differences,
  ).toEqual([])
})

test('a sale is reported of which more than half went back as an amount while its file stays open', async () => {
  const seller = await shop.seller()
  const refunds = createPartialRefunds(shop, seller)
  const half = await refunds.createPaidOrder()
  expectOk(await refunds.refundPart(half.orderId, { amountMinor: 1_000_000 }))
  await refunds.waitForRefunded(half.orderId, 1_000_000)
  const item = await refunds.createPaidOrder()
  expectOk(await refunds.refundPart(item.orderId, { itemIds: [item.dear] }))
  await refunds.waitForRefunded(item.orderId, 1_900_000)
  const most = await refunds.createPaidOrder()
  expectOk(await refunds.refundPart(most.orderId, { amountMinor: 1_999_900 }))
  await refunds.waitForRefunded(most.orderId, 1_999_900)

  const { refundedSales } = await readCommission()

  expect(refundedSales.map(({ orderId, priceMinor }) => ({ orderId, priceMinor }))).toEqual([
    { orderId: most.orderId, priceMinor: 1_900_000 },
    { orderId: most.orderId, priceMinor: 100_000 },
  ])
  expect(refundedSales[0]).toMatchObject({ productName: 'Curso', refundedMinor: 1_899_905 })
})
