import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditLog } from '#contract/admin/operations.ts'
import {
  deliverOrder,
  dismissOrder,
  getOrderInReview,
  listOrdersInReview,
} from '#contract/admin/orders.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { createCoupon } from '#contract/prices/coupons.ts'
import { getSale, refundSale } from '#contract/sales/order.ts'
import type { OrderRow } from '#server/features/orders/rules/rows.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { downloadGrants, orderItems, orders, payments } from '#server/db/schema/index.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

const reason = 'Hablé con el banco'
const list = async (query: { q?: string; cursor?: number } = {}) =>
  expectOk(await admin.call(listOrdersInReview, { query }))
const listedIds = async (q?: string) =>
  (await list(q === undefined ? {} : { q })).orders.map(({ orderId }) => orderId)
const deliver = (orderId: string) =>
  admin.call(deliverOrder, { params: { orderId }, body: { reason } })
const dismiss = (orderId: string) =>
  admin.call(dismissOrder, { params: { orderId }, body: { reason } })
const readHistory = async (orderId: string) =>
  expectOk(await admin.call(getOrderInReview, { params: { orderId } })).history

/** Creates an order in review because of a payment that differs from its terms. */
async function createReview(
  difference: { amount?: number; collectorId?: string } = { amount: 9000 },
) {
  const order = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
    ...difference,
  })
  await shop.waitForOrderState(order.token, 'review')
  return { ...order, paymentId }
}

describe('delivery by an admin', () => {
  test('delivery by an admin of an order with a coupon keeps what it would cost without one, and what the coupon took off', async () => {
    const seller = await shop.seller()
    const book = await shop.publish(seller, { price: 10_000 })
    expectOk(
      await seller.call(createCoupon, {
        body: { code: 'FERIA', kind: 'percent', value: 10, ...UNLIMITED },
      }),
    )
    expectOk(
      await shop.visitor().call(createPreference, {
        body: { products: [{ id: book.id }], payerEmail: 'ana@mail.test', coupon: 'FERIA' },
      }),
    )
    const [{ id: orderId, preferenceId }] = (await shop.db.select().from(orders)) as [OrderRow]
    await shop.provider.pay({ preferenceId: preferenceId!, outcome: 'approved', amount: 9500 })
    await expect.poll(() => listedIds()).toEqual([orderId])

    expectOk(await deliver(orderId))
    await shop.waitForJobs()

    const [order] = await shop.db.select().from(orders)
    expect(order).toMatchObject({ totalMinor: 950_000, couponMinor: 50_000 })
    expect(await shop.db.select().from(orderItems)).toMatchObject([
      { priceMinor: 950_000, listPriceMinor: 1_000_000, discountMinor: 50_000 },
    ])
    await expectCleanInvariants(shop)
  })

  test('delivery by an admin happens once with the payment that came in, is logged, and follows the payment afterwards', async () => {
    const { orderId, token, paymentId } = await createReview()
    expect((await list()).orders).toMatchObject([{ orderId, canDeliver: true, canDismiss: true }])

    expect(await deliver(orderId)).toMatchObject({ status: 202 })

    const order = await shop.waitForOrderState(token, 'approved')
    expect(order.items[0]!.downloadUrl).not.toBeNull()
    await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
    expect(await deliver(orderId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_SET' })
    await shop.provider.sendWebhook({ paymentId, copies: 3 })
    await shop.waitForJobs()
    expect(await listedIds()).toEqual([])
    expect(await shop.db.$count(downloadGrants)).toBe(1)
    expect(await readHistory(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'accepted', paymentId, amountMinor: 900_000, note: reason }),
    )
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries[0]).toMatchObject({ action: 'deliver_order', targetId: orderId, reason })

    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')
  })

  test.each([9000, 9000.01])(
    'delivery by an admin shows the %d that really came in in the sale, its export and the ledger',
    async amount => {
      const { seller, orderId, token, paymentId } = await createReview({ amount })
      const amountMinor = Math.round(amount * 100)
      const { payments } = expectOk(await seller.call(getSale, { params: { orderId } }))
      expect(payments[0]).toMatchObject({
        id: paymentId,
        refundDue: true,
        problem: 'another_amount',
      })

      expectOk(await deliver(orderId))

      const order = await shop.waitForOrderState(token, 'approved')
      expect(order.totalMinor).toBe(amountMinor)
      await shop.waitForJobs()
      const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
      expect(sale.priceMinor).toBe(amountMinor)
      expect(sale.netMinor).toBe(
        amountMinor -
          sale.feeMinor -
          sale.items.reduce((sum, item) => sum + item.providerFeeMinor!, 0),
      )
      const findViolations = () =>
        checkInvariants({
          database: shop.database,
          storage: openStoredObjects(join(shop.folder, 'storage')),
        })
      expect(await findViolations()).toEqual([])
      await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 33.33 })
      await shop.waitForJobs()
      expect(await findViolations()).toEqual([])
      await shop.provider.changePayment(paymentId, 'refund')
      await shop.waitForOrderState(token, 'refunded')
      await shop.waitForJobs()
      expect(await findViolations()).toEqual([])
    },
  )

  test('delivery by an admin counts two cards that together paid too little as one payment', async () => {
    const order = await createUnpaidOrder(shop)
    const { preferenceId, orderId, token } = order
    for (const amount of [5000, 3000])
      await shop.provider.pay({ preferenceId, outcome: 'approved', amount, asPart: true })
    await expect.poll(() => shop.db.$count(payments)).toBe(2)
    await shop.db.update(payments).set({ createdAt: new Date(Date.now() - HOUR_MS) })
    await enqueueReconciliation(shop.db, orderId)
    await shop.waitForOrderState(token, 'review')

    expectOk(await deliver(orderId))

    expect((await shop.waitForOrderState(token, 'approved')).totalMinor).toBe(800_000)
    await shop.runSchedule('follow_refunds')
    await expectCleanInvariants(shop)
    const sale = expectOk(await order.seller.call(getSale, { params: { orderId } }))
    expect(sale).toMatchObject({ priceMinor: 800_000, refundedMinor: 0 })
    expect(sale.payments.map(({ status, refundDue }) => ({ status, refundDue }))).toEqual([
      { status: 'approved', refundDue: false },
      { status: 'approved', refundDue: false },
    ])
    expectOk(await order.seller.call(refundSale, { params: { orderId }, body: {} }))
    await shop.waitForOrderState(token, 'refunded')
    await expectCleanInvariants(shop)
  })

  test('delivery by an admin needs a payment: an order without one, or whose payment was refunded, is refused', async () => {
    const unpaid = await createUnpaidOrder(shop)
    const refunded = await createReview()
    await shop.provider.changePayment(refunded.paymentId, 'refund')
    await shop.waitForOrderState(refunded.token, 'refunded')

    for (const { orderId } of [unpaid, refunded])
      expect(await deliver(orderId)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
    expect(await shop.db.$count(downloadGrants)).toBe(0)
  })

  test('delivery by an admin is refused for a payment that another account received', async () => {
    const { orderId } = await createReview({ collectorId: '999' })
    expect((await list()).orders).toMatchObject([{ orderId, canDeliver: false }])
    expect(await deliver(orderId)).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  })
})

describe('dismissal by an admin', () => {
  test('dismissal by an admin ends a review that nothing else can end, without a delivery', async () => {
    const { orderId, token, paymentId } = await createReview({ collectorId: '999' })

    expect(await dismiss(orderId)).toMatchObject({ status: 202 })

    await shop.waitForOrderState(token, 'expired')
    await shop.provider.sendWebhook({ paymentId, copies: 2 })
    await shop.waitForJobs()
    expect(await listedIds()).toEqual([])
    expect(await shop.db.$count(downloadGrants)).toBe(0)
    expect(await dismiss(orderId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
    expect((await readHistory(orderId)).at(-1)).toMatchObject({ kind: 'dismissed', note: reason })
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries[0]).toMatchObject({ action: 'dismiss_order', targetId: orderId, reason })
  })

  test('dismissal by an admin is told to the buyer by an email, and later news of the same payment do not undo it', async () => {
    const { orderId, token, paymentId, preferenceId } = await createReview()
    expectOk(await dismiss(orderId))

    const { text } = await shop.waitForMail('buyer@mail.test', /^Terminamos de revisar tu pedido/)
    expect(text).toContain('no coincide con el pedido')
    await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 1 })
    await shop.waitForJobs()

    expect((await shop.readOrder(token)).state).toBe('expired')
    expect(await listedIds()).toEqual([])
    // Another payment of another amount is news.
    await shop.provider.pay({ preferenceId, outcome: 'approved', wasBegun: true, amount: 9100 })
    await shop.waitForOrderState(token, 'review')
    expect(await listedIds()).toEqual([orderId])
  })

  test('dismissal by an admin is refused while the order has a payment on the agreed terms', async () => {
    const { preferenceId, orderId, token } = await createUnpaidOrder(shop)
    const paymentId = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
    await shop.waitForOrderState(token, 'in_process')
    await shop.provider.sendWebhook({
      topic: 'stop_delivery_op_wh',
      data: { payment_id: paymentId },
    })
    await shop.waitForOrderState(token, 'review')
    await shop.provider.changePayment(paymentId, 'accredit')
    await expect.poll(async () => (await list()).orders[0]?.payments[0]?.status).toBe('approved')

    expect(await dismiss(orderId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_CHANGED' })
  })
})

describe('the list of orders that need an admin', () => {
  test('the list of orders that need an admin shows the order whose buyer has paid before any number of older ones, and has pages', async () => {
    const { orderId } = await createReview()
    await shop.db.execute(sql`
      insert into orders (id, seller_id, collector_id, payer_email, language, state, currency,
        total_minor, fee_minor, provider_key, expires_at, created_at, review_reason)
      select gen_random_uuid(), seller_id, collector_id, payer_email, language, 'review', currency,
        total_minor, fee_minor, gen_random_uuid(), expires_at, now() - interval '9 days', 'account_unreadable'
      from orders, generate_series(1, 120)`)

    const first = await list()
    const second = await list({ cursor: first.nextCursor! })
    const third = await list({ cursor: second.nextCursor! })

    expect(first.orders[0]).toMatchObject({ orderId, why: 'another_amount' })
    const ids = [first, second, third].flatMap(page => page.orders.map(order => order.orderId))
    expect(new Set(ids).size).toBe(121)
    expect(third.nextCursor).toBeNull()
  })

  test('the list of orders that need an admin finds any order by email, payment number and order number', async () => {
    const { orderId, token, paymentId } = await createReview()
    await shop.db.update(orders).set({ state: 'expired' })
    const { number } = await shop.readOrder(token)
    const typed = number.toLowerCase().replace('-', '')

    for (const q of ['Buyer@mail.test ', paymentId, orderId.toUpperCase(), number, typed])
      expect(await listedIds(q)).toEqual([orderId])
    for (const q of ['other@mail.test', '1', orderId.replace(/^./, 'f').replace(/.$/, '0')])
      expect(await listedIds(q)).toEqual([])
  })
})
