import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { daysAgo } from '#contract/core/time.ts'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { listSales } from '#contract/sales/lines.ts'
import { listNotifications } from '#contract/notifications.ts'
import { downloadGrants, orders, payments, refunds } from '#server/db/schema/index.ts'
import { enqueueReconciliation } from '#server/features/orders/job-kinds.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

/** The price of the product is 8900; one card pays 5000 of it. */
const FIRST = 5000
const REST = 3900

const shop = useTestApp()

const payPart = (
  preferenceId: string,
  amount: number,
  outcome: 'approved' | 'pending_cash' = 'approved',
) => shop.provider.pay({ preferenceId, outcome, amount, asPart: true })
const waitForDetail = (token: string, detail: string) =>
  expect.poll(async () => (await shop.readOrder(token)).detail).toBe(detail)
const readOrderRow = async (orderId: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, orderId)))[0]!
const countDeliveryMails = async () =>
  (await shop.listMails('buyer@mail.test')).filter(({ subject }) =>
    subject.startsWith('Tu compra: '),
  ).length

/** Creates an order that is paid with two cards. */
async function createOrderPaidInParts() {
  const order = await createUnpaidOrder(shop)
  const first = await payPart(order.preferenceId, FIRST)
  await waitForDetail(order.token, 'partly_paid')
  const second = await payPart(order.preferenceId, REST)
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, first, second }
}

describe('an order paid with two cards', () => {
  test('an order paid with two cards is delivered once when the second part arrives, and not before', async () => {
    const { preferenceId, token, orderId } = await createUnpaidOrder(shop)

    await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')
    await shop.waitForJobs()
    expect(await shop.db.$count(downloadGrants)).toBe(0)
    expect(await shop.readOrder(token)).toMatchObject({
      state: 'in_process',
      payment: { payUrl: null },
    })
    expect(await shop.listMails('buyer@mail.test')).toEqual([])
    await payPart(preferenceId, REST)

    const { items } = await shop.waitForOrderState(token, 'approved')
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
    await shop.waitForJobs()
    expect(await shop.db.$count(downloadGrants)).toBe(1)
    expect(await countDeliveryMails()).toBe(1)
    const rows = await shop.db.select().from(payments)
    expect(rows.map(({ isPart, refundDue, problem }) => ({ isPart, refundDue, problem }))).toEqual([
      { isPart: true, refundDue: false, problem: null },
      { isPart: true, refundDue: false, problem: null },
    ])
    expect((await readOrderRow(orderId)).reviewReason).toBeNull()
  })

  test('an order paid with two cards has the provider’s fees of both parts, and no difference in the commission', async () => {
    const { seller, orderId } = await createOrderPaidInParts()

    const { sales } = expectOk(await seller.call(listSales, { query: {} }))

    const rows = await shop.db.select().from(payments)
    const sum = (amounts: (number | null)[]) => amounts.reduce<number>((a, b) => a + (b ?? 0), 0)
    expect(sales[0]!.providerFeeMinor).toBe(sum(rows.map(row => row.providerFeeMinor)))
    expect(sales[0]!.netMinor).toBe(sales[0]!.sellerShareMinor - sales[0]!.providerFeeMinor!)
    const order = await readOrderRow(orderId)
    expect(sum(rows.map(row => row.applicationFeeMinor))).toBe(order.feeMinor)
    const sale = expectOk(await seller.call(getSale, { params: { orderId } }))
    expect(new Set(sale.payments.map(({ amountMinor }) => amountMinor))).toEqual(
      new Set([REST * 100, FIRST * 100]),
    )
  })

  test('an order paid with two cards is refunded in full by one request of the seller, with one refund for each part', async () => {
    const { seller, orderId, token, first, second } = await createOrderPaidInParts()

    expectOk(await seller.call(refundSale, { params: { orderId }, body: {} }))

    const order = await shop.waitForOrderState(token, 'refunded')
    expect(order.items[0]!.downloadUrl).toBeNull()
    await shop.waitForJobs()
    const rows = await shop.db.select().from(refunds)
    expect(new Map(rows.map(row => [row.paymentId, row.state]))).toEqual(
      new Map([
        [first, 'done'],
        [second, 'done'],
      ]),
    )
    const { sales } = expectOk(await seller.call(listSales, { query: {} }))
    expect(sales[0]).toMatchObject({ state: 'refunded', netMinor: 0 })
  })

  test('an order paid with two cards keeps its file if one part is refunded, and has that part refunded in the seller’s sales', async () => {
    const { seller, token, first } = await createOrderPaidInParts()

    await shop.provider.changePayment(first, 'refund')

    const refunded = async () =>
      expectOk(await seller.call(listSales, { query: {} })).sales[0]!.refundedMinor
    await expect.poll(refunded).toBe(FIRST * 100)
    expect((await shop.readOrder(token)).state).toBe('approved')
    await shop.waitForMail('buyer@mail.test', /devol/i)
  })

  test('an order paid with two cards loses its file by a chargeback of one part, and gets it back if the seller wins', async () => {
    const { seller, token, first } = await createOrderPaidInParts()

    await shop.provider.changePayment(first, 'chargeback')

    const order = await shop.waitForOrderState(token, 'charged_back')
    expect(order.items[0]!.downloadUrl).toBeNull()
    await shop.waitForJobs()
    const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
    expect(notifications).toContainEqual(
      expect.objectContaining({ kind: 'charged_back', amountMinor: FIRST * 100 }),
    )
    const { sales } = expectOk(await seller.call(listSales, { query: {} }))
    expect(sales[0]!.refundedMinor).toBe(FIRST * 100)
    await shop.provider.changePayment(first, 'reimburse')
    await shop.waitForOrderState(token, 'approved')
    expect(await countDeliveryMails()).toBe(1)
  })

  test('an order paid with two cards has its other part refunded by itself if the buyer pays again after a chargeback of one', async () => {
    const { preferenceId, token, first, second } = await createOrderPaidInParts()
    await shop.provider.changePayment(first, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    await expect
      .poll(() => shop.db.select().from(refunds))
      .toMatchObject([{ paymentId: second, state: 'done', requestedBy: null }])
    await shop.waitForMail('buyer@mail.test', /^Pagaste de más/)
    expect((await shop.readOrder(token)).state).toBe('approved')
  })
})

describe('a part of the total without the rest', () => {
  test('a part of a payment without the rest leaves the order payable if it is refunded', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const first = await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')

    await shop.provider.changePayment(first, 'refund')

    await waitForDetail(token, 'not_paid')
    expect((await shop.readOrder(token)).payment?.payUrl).not.toBeNull()
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
  })

  test('a part of a payment without the rest goes to review after half an hour, and is delivered if the rest comes later', async () => {
    const { preferenceId, token, orderId } = await createUnpaidOrder(shop)
    const admin = await createAdmin(shop)
    await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')
    await shop.db.update(payments).set({ createdAt: new Date(Date.now() - 31 * 60_000) })

    await enqueueReconciliation(shop.db, orderId)

    await shop.waitForOrderState(token, 'review')
    expect((await readOrderRow(orderId)).reviewReason).toBe('another_amount')
    expect((await shop.waitForMail(admin.email, /revisión/)).text).toContain('importe')
    await shop.waitForMail('buyer@mail.test', /^Estamos revisando tu pedido/)
    await payPart(preferenceId, REST)
    await shop.waitForOrderState(token, 'approved')
  })

  test('a part of a payment without the rest goes to review, and does not expire, if the seller withdraws the permission meanwhile', async () => {
    const { preferenceId, token, orderId } = await createUnpaidOrder(shop)
    await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')
    await shop.provider.revokePermission((await readOrderRow(orderId)).collectorId)
    await shop.waitForJobs()
    const past = daysAgo(8)
    await shop.db.update(payments).set({ createdAt: past })
    await shop.db.update(orders).set({ createdAt: past, expiresAt: past })

    await enqueueReconciliation(shop.db, orderId)
    await shop.waitForJobs()

    expect((await readOrderRow(orderId)).state).toBe('review')
  })

  test('a part of a payment without the rest is refunded by itself once another payment has paid the whole order, and the buyer is told', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    const first = await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')

    await shop.provider.pay({ preferenceId, outcome: 'approved' })

    await shop.waitForOrderState(token, 'approved')
    await expect
      .poll(() => shop.db.select().from(refunds))
      .toMatchObject([{ paymentId: first, state: 'done', requestedBy: null }])
    const text = (await shop.waitForMail('buyer@mail.test', /^Pagaste de más/)).text
    expect(text).toContain('5.000')
    expect((await shop.readOrder(token)).state).toBe('approved')
  })

  test('a part of a payment that was paid twice is refunded once, and the rest delivers the order', async () => {
    const { preferenceId, token } = await createUnpaidOrder(shop)
    await payPart(preferenceId, FIRST)
    await waitForDetail(token, 'partly_paid')
    await payPart(preferenceId, FIRST)
    await expect.poll(() => shop.db.$count(payments)).toBe(2)

    await payPart(preferenceId, REST)

    await shop.waitForOrderState(token, 'approved')
    await expect.poll(() => shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
    const rows = await shop.db.select().from(payments)
    expect(rows.filter(({ isPart }) => isPart).map(({ amountMinor }) => amountMinor)).toEqual(
      expect.arrayContaining([FIRST * 100, REST * 100]),
    )
    expect(rows.filter(({ status }) => status === 'refunded')).toMatchObject([
      { amountMinor: FIRST * 100, isPart: false },
    ])
  })
})
