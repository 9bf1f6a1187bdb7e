import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/user.ts'
import { getAdminOverview, listAuditLog } from '#contract/admin/operations.ts'
import { deliverOrder, getOrderInReview, listOrdersInReview } from '#contract/admin/orders.ts'
import {
  examineUnmatchedPayment,
  listUnmatchedPayments,
  rebuildOrder,
  refundUnmatchedPayment,
} from '#contract/admin/unmatched-payments.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { createCoupon, listCoupons } from '#contract/prices/coupons.ts'
import { deleteProduct } from '#contract/products/products.ts'
import {
  downloadGrants,
  orderItems,
  orders,
  products,
  refunds,
  webhookEvents,
} from '#server/db/schema/index.ts'
import { checkInvariants } from '#server/features/invariants/check.ts'
import { openStoredObjects } from '#server/integrations/storage/disk.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { publishPack } from '#tools/api-client/packs.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { loseOrder } from '#tools/database/lose-order.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeEach(async () => {
  admin = await createAdmin(shop)
})

/** Loses an unpaid order, which is then paid. */
async function createLostPayment(difference: { amount?: number } = {}) {
  const order = await createUnpaidOrder(shop)
  await loseOrder(shop.db.$client, order.orderId)
  return { ...order, paymentId: await payLostOrder(order.preferenceId, difference) }
}

async function payLostOrder(
  preferenceId: string,
  payment: { amount?: number; asPart?: boolean } = {},
): Promise<string> {
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'approved', ...payment })
  await expect.poll(async () => (await listWaiting()).map(({ id }) => id)).toContain(paymentId)
  return paymentId
}

const listWaiting = async () =>
  expectOk(await admin.call(listUnmatchedPayments, { query: {} })).payments
const examine = async (paymentId: string) =>
  expectOk(await admin.call(examineUnmatchedPayment, { params: { paymentId } }))
const rebuild = (paymentId: string, reason = 'Copia restaurada') =>
  admin.call(rebuildOrder, { params: { paymentId }, body: { reason } })
const findViolations = () =>
  checkInvariants({
    database: shop.database,
    storage: openStoredObjects(join(shop.folder, 'storage')),
  })

describe('a payment whose order was lost', () => {
  test('a payment whose order was lost is shown with what was bought, and its order is rebuilt and delivered', async () => {
    const { orderId, token, paymentId, product, preferenceId } = await createLostPayment()
    expect(await listWaiting()).toMatchObject([
      { id: paymentId, orderId, status: 'approved', amountMinor: 890_000, refund: null },
    ])
    expect(await examine(paymentId)).toMatchObject({
      obstacle: null,
      purchase: {
        totalMinor: 890_000,
        payerEmail: expect.stringMatching(/^b.*@mail\.test$/),
        items: [{ productId: product.id, priceMinor: 890_000 }],
      },
    })

    const rebuilt = expectOk(await rebuild(paymentId))

    expect(rebuilt.orderId).toBe(orderId)
    const order = await shop.waitForOrderState(token, 'approved')
    expect(order.number).toBe(rebuilt.number)
    const download = await fetch(order.items[0]!.downloadUrl!)
    expect(download.status).toBe(200)
    await download.arrayBuffer()
    await shop.waitForMail('buyer@mail.test', /^Tu compra: /)
    expect(await listWaiting()).toEqual([])
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
    const { preferences } = await shop.provider.readLedger()
    const page = preferences.find(({ id }) => id === preferenceId)!
    expect(row!.feeMinor).toBe(page.marketplace_fee * 100)
    const { history } = expectOk(await admin.call(getOrderInReview, { params: { orderId } }))
    expect(history[0]).toMatchObject({ kind: 'rebuilt', paymentId, note: 'Copia restaurada' })
    const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
    expect(entries[0]).toMatchObject({ action: 'rebuild_order', targetId: orderId })
    await shop.waitForJobs()
    expect(await findViolations()).toEqual([])
  })

  test('a lost order of a pack with a coupon and a guarantee is rebuilt with them, and its use of the coupon counts', async () => {
    const seller = await shop.seller()
    const parts = []
    for (const price of [4000, 8000])
      parts.push(await shop.publish(seller, { price, guaranteeDays: 20 }))
    const pack = await publishPack(
      seller,
      parts.map(({ id }) => id),
      { price: 9000 },
    )
    expectOk(
      await seller.call(createCoupon, {
        body: { ...UNLIMITED, code: 'FERIA', kind: 'percent', value: 10, cap: 5, perBuyer: 1 },
      }),
    )
    expectOk(
      await shop.visitor({ 'accept-language': 'en' }).call(createPreference, {
        body: { products: [{ id: pack.id }], payerEmail: 'ana@mail.test', coupon: 'FERIA' },
      }),
    )
    const readOrder = async () => {
      const [order] = await shop.db.select().from(orders)
      const { language, couponCode, couponMinor, totalMinor, feeMinor } = order!
      const items = await shop.db.select().from(orderItems).orderBy(orderItems.id)
      const lines = items.map(item => ({ ...item, id: 0, soldAt: 0, saleState: '' }))
      return {
        id: order!.id,
        preferenceId: order!.preferenceId,
        lines,
        language,
        couponCode,
        couponMinor,
        totalMinor,
        feeMinor,
      }
    }
    const before = await readOrder()
    await loseOrder(shop.db.$client, before.id)
    const paymentId = await payLostOrder(before.preferenceId!)

    expectOk(await rebuild(paymentId))
    await shop.waitForJobs()

    const clear = (order: typeof before) => ({
      ...order,
      lines: order.lines.map(line => ({ ...line, providerFeeMinor: 0, netMinor: 0 })),
    })
    expect(clear(await readOrder())).toEqual(clear(before))
    const { coupons } = expectOk(await seller.call(listCoupons, { query: {} }))
    expect(coupons).toMatchObject([{ usedCount: 1, heldCount: 0 }])
    expect(await findViolations()).toEqual([])
  })

  test('a lost order that two admins rebuild at once is rebuilt and delivered once', async () => {
    const { token, paymentId } = await createLostPayment()

    const replies = await Promise.all([rebuild(paymentId), rebuild(paymentId), rebuild(paymentId)])

    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    await shop.waitForOrderState(token, 'approved')
    await shop.waitForJobs()
    expect(await shop.db.$count(downloadGrants)).toBe(1)
    expect(await rebuild(paymentId)).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_SET' })
    const mails = await shop.listMails('buyer@mail.test')
    expect(mails.filter(({ subject }) => subject.startsWith('Tu compra: '))).toHaveLength(1)
  })

  test('a lost order that is rebuilt from one payment while another one is refunded has one outcome', async () => {
    const { orderId, preferenceId, paymentId } = await createLostPayment()
    const second = await payLostOrder(preferenceId)
    const refund = () =>
      admin.call(refundUnmatchedPayment, { params: { paymentId: second }, body: {} })

    const [rebuilt, refunded] = await Promise.all([rebuild(paymentId), refund()])

    expect([rebuilt.ok, refunded.ok].filter(Boolean)).toHaveLength(1)
    await shop.waitForJobs()
    const rows = await shop.db.select().from(refunds)
    expect(rows.map(row => row.paymentId)).toEqual([second])
    expect(await shop.db.$count(orders, eq(orders.id, orderId))).toBe(rebuilt.ok ? 1 : 0)
    expect(await findViolations()).toEqual([])
  })

  test('a payment whose order was lost brings the other payments of its order: a second one is refunded', async () => {
    const { token, preferenceId, paymentId } = await createLostPayment()
    const second = await payLostOrder(preferenceId)

    expectOk(await rebuild(paymentId))

    await shop.waitForOrderState(token, 'approved')
    await shop.waitForJobs()
    const { payments } = await shop.provider.readLedger()
    const statuses = payments.map(({ id, status }) => [String(id), status])
    expect(statuses).toContainEqual([paymentId, 'approved'])
    expect(statuses).toContainEqual([second, 'refunded'])
    expect(await listWaiting()).toEqual([])
    expect(await findViolations()).toEqual([])
  })

  test('a lost order that was paid in two parts is rebuilt from either part and delivered', async () => {
    const order = await createUnpaidOrder(shop)
    await loseOrder(shop.db.$client, order.orderId)
    const first = await payLostOrder(order.preferenceId, { amount: 5000, asPart: true })
    await payLostOrder(order.preferenceId, { amount: 3900, asPart: true })

    expectOk(await rebuild(first))

    await shop.waitForOrderState(order.token, 'approved')
    await shop.waitForJobs()
    expect(await findViolations()).toEqual([])
  })

  test('a lost order for which too much was paid goes to review and is not delivered until an admin accepts it', async () => {
    const { orderId, token, paymentId } = await createLostPayment({ amount: 9000 })
    expect(await examine(paymentId)).toMatchObject({
      obstacle: null,
      payment: { amountMinor: 900_000 },
      purchase: { totalMinor: 890_000 },
    })

    expectOk(await rebuild(paymentId))

    await shop.waitForOrderState(token, 'review')
    expect(await shop.db.$count(downloadGrants)).toBe(0)
    expect(expectOk(await admin.call(listOrdersInReview, { query: {} })).orders).toMatchObject([
      { orderId, why: 'another_amount', canDeliver: true },
    ])
    const body = { reason: 'Pagó de más y está de acuerdo' }
    expectOk(await admin.call(deliverOrder, { params: { orderId }, body }))
    await shop.waitForOrderState(token, 'approved')
  })

  test('a lost order about which a fraud alert came is held instead of delivered', async () => {
    const { token, paymentId } = await createLostPayment()
    await shop.provider.sendWebhook({
      topic: 'stop_delivery_op_wh',
      data: { payment_id: paymentId },
    })
    await shop.waitForJobs()
    expect(
      await shop.db.$count(webhookEvents, eq(webhookEvents.topic, 'stop_delivery_op_wh')),
    ).toBe(1)

    expectOk(await rebuild(paymentId))

    await shop.waitForOrderState(token, 'review')
    await shop.waitForJobs()
    expect(await shop.db.$count(downloadGrants)).toBe(0)
  })

  test('a lost order of a product that was withdrawn since still brings its file', async () => {
    const { seller, token, product, paymentId } = await createLostPayment()
    const other = await shop.order(shop.visitor(), [{ id: product.id }], 'other@mail.test')
    await shop.provider.pay({ preferenceId: other.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(other.token, 'approved')
    expectOk(await seller.call(deleteProduct, { params: { id: product.id } }))

    expectOk(await rebuild(paymentId))

    await shop.waitForOrderState(token, 'approved')
  })
})

describe('an order is not rebuilt', () => {
  test.each([
    [
      'not_paid',
      async ({ paymentId }: { paymentId: string }) => {
        await shop.provider.setWebhookSettings({ drop: true })
        await shop.provider.changePayment(paymentId, 'refund')
      },
    ],
    [
      'product_unknown',
      async () => {
        await shop.db.update(products).set({ createdAt: new Date() })
      },
    ],
    [
      'another_collector',
      async () => {
        const { id } = expectOk(await (await shop.seller()).call(getUser, {}))
        await shop.db.update(products).set({ sellerId: id })
      },
    ],
    [
      'file_missing',
      async () => {
        await shop.db.execute(sql`update product_files set released_at = now()`)
      },
    ],
    [
      'account_unreadable',
      async () => {
        const { preferences } = await shop.provider.readLedger()
        await shop.provider.revokePermission(String(preferences.at(-1)!.collector_id))
      },
    ],
    [
      'refund_under_way',
      async ({ paymentId }: { paymentId: string }) => {
        await shop.provider.setRefundStatus('in_process')
        expectOk(await admin.call(refundUnmatchedPayment, { params: { paymentId }, body: {} }))
      },
    ],
  ] as const)('an order is not rebuilt if there is an obstacle: %s', async (obstacle, prepare) => {
    const lost = await createLostPayment()
    await prepare(lost)

    expect(await examine(lost.paymentId)).toMatchObject({ obstacle })

    expect(await rebuild(lost.paymentId)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    expect(await shop.db.$count(orders)).toBe(0)
  })

  test('an order is not rebuilt while the provider does not answer', async () => {
    const { paymentId } = await createLostPayment()
    await shop.provider.addFault({ path: '/checkout/preferences/search', status: 500, times: 3 })

    expect(await rebuild(paymentId)).toMatchObject({
      status: 503,
      code: 'ERROR_SERVICE_UNAVAILABLE',
    })

    expectOk(await rebuild(paymentId))
  })

  test('an order is not rebuilt if the payment found its order in the meantime', async () => {
    const { token, paymentId } = await createLostPayment()
    expectOk(await rebuild(paymentId))
    await shop.waitForOrderState(token, 'approved')

    for (const call of [examineUnmatchedPayment, rebuildOrder, refundUnmatchedPayment])
      expect(await admin.call(call, { params: { paymentId }, body: {} } as never)).toMatchObject({
        status: 409,
        code: 'PAYMENT_STATUS_ALREADY_SET',
      })
    expect(expectOk(await admin.call(getAdminOverview, {})).unmatchedPayments).toBe(0)
  })
})
