import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { refundOrder } from '#contract/admin/orders.ts'
import { daysAgo } from '#contract/core/time.ts'
import { listNotifications } from '#contract/notifications.ts'
import { listSales } from '#contract/sales/lines.ts'
import { refundSale } from '#contract/sales/order.ts'
import { jobs, ledgerEntries, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import {
  OPEN,
  REFUNDED,
  createPartialRefunds,
  expectCleanInvariants,
  waitForRefundInProcess,
} from '#tools/test-app/orders/partial-refunds.ts'

const BUYER = 'buyer@mail.test'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
let calls: ReturnType<typeof createPartialRefunds>
beforeEach(async () => {
  seller = await shop.seller()
  calls = createPartialRefunds(shop, seller)
})

test('a refund of an item closes its download, keeps the other, and shows in every figure', async () => {
  const { orderId, paymentId, token, cheap, dear } = await calls.createPaidOrder()
  const { downloadUrl } = (await shop.readOrder(token)).items.find(({ id }) => id === cheap)!

  expect(await calls.refundPart(orderId, { itemIds: [cheap] })).toMatchObject({ status: 202 })

  await calls.waitForRefunded(orderId, 100_000)
  expect(await calls.listRefundAmounts(paymentId)).toEqual([1000])
  expect(await calls.listDownloads(token)).toEqual([REFUNDED, OPEN])
  expect((await fetch(downloadUrl!)).status).toBe(403)
  expect(await shop.readOrder(token)).toMatchObject({ state: 'approved', refundedMinor: 100_000 })
  const sale = await calls.getOrder(orderId)
  expect(sale).toMatchObject({ state: 'approved', canRefund: true })
  expect(sale.payments[0]!.refunds).toMatchObject([
    { state: 'done', amountMinor: 100_000, itemIds: [cheap] },
  ])
  expect(sale.items.map(({ itemId, refundedMinor }) => [itemId, refundedMinor])).toEqual([
    [cheap, 100_000],
    [dear, 0],
  ])
  const { sales } = expectOk(await seller.call(listSales, { query: {} }))
  expect(sales.find(({ itemId }) => itemId === cheap)).toMatchObject({ refundedMinor: 100_000 })
  const mail = await shop.waitForMail(BUYER, /^Te devolvimos una parte/)
  expect(mail.text).toContain('1.000. En tu pedido ves cuáles')
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications[0]).toMatchObject({ kind: 'partly_refunded', amountMinor: 100_000 })
  // The commission was 2100 of 20,000. MercadoPago returns it in proportion to the refunded amount.
  expect(
    await shop.db
      .select({ amountMinor: ledgerEntries.amountMinor })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.kind, 'commission_returned')),
  ).toEqual([{ amountMinor: 10_500 }])
  await expectCleanInvariants(shop)
})

test('a commission that MercadoPago kept at a refund is missing in the ledger and in the sale', async () => {
  const { orderId, cheap } = await calls.createPaidOrder()
  const before = (await calls.getOrder(orderId)).netMinor!
  await shop.provider.setRefundReturnsCharges(false)

  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))

  await calls.waitForRefunded(orderId, 100_000)
  expect((await calls.getOrder(orderId)).netMinor).toBe(before - 100_000)
  expect(await shop.db.$count(ledgerEntries, eq(ledgerEntries.kind, 'commission_returned'))).toBe(0)
  await expectCleanInvariants(shop)
})

test('a partial refund keeps the downloads, and the rest can be refunded down to zero', async () => {
  const { orderId, paymentId, token, dear } = await calls.createPaidOrder()

  expectOk(await calls.refundPart(orderId, { amountMinor: 200_050 }))
  await calls.waitForRefunded(orderId, 200_050)
  expect(await calls.listDownloads(token)).toEqual([OPEN, OPEN])
  await expectCleanInvariants(shop)
  expectOk(await calls.refundPart(orderId, { itemIds: [dear] }))
  await calls.waitForRefunded(orderId, 200_050 + 1_709_953)
  expect(await calls.listDownloads(token)).toEqual([OPEN, REFUNDED])
  expect(
    (await calls.getOrder(orderId)).items.find(({ itemId }) => itemId === dear)!.refundedMinor,
  ).toBe(1_900_000)
  await expectCleanInvariants(shop)
  const mails = await shop.listMails(BUYER)
  const parts = mails.filter(({ subject }) => subject.startsWith('Te devolvimos una parte'))
  expect(parts).toHaveLength(2)
  expect(parts.map(({ text }) => text).join()).toContain('19.100,03')
  expect(await calls.refundPart(orderId, { amountMinor: 89_998 })).toMatchObject({
    status: 400,
    code: 'INVALID_DATA',
  })
  expectOk(await calls.refundPart(orderId, { amountMinor: 89_997 }))

  await shop.waitForOrderState(token, 'refunded')
  expect(await calls.listRefundAmounts(paymentId)).toEqual([2000.5, 17_099.53, 899.97])
  expect(await calls.listDownloads(token)).toMatchObject([{ isOpen: false }, { isOpen: false }])
  await expectCleanInvariants(shop)
})

test('an amount that gives an item all of its price back by rounding closes no download', async () => {
  const { orderId, token } = await calls.createPaidOrder()

  expectOk(await calls.refundPart(orderId, { amountMinor: 1_999_999 }))

  await calls.waitForRefunded(orderId, 1_999_999)
  expect((await calls.getOrder(orderId)).items.map(item => item.refundedMinor)).toContain(100_000)
  expect(await calls.listDownloads(token)).toEqual([OPEN, OPEN])
  await expectCleanInvariants(shop)
})

test('20 equal requests with one key make one refund, one mail, and repeat it after it was made', async () => {
  const { orderId, paymentId } = await calls.createPaidOrder()
  const key = randomUUID()

  const replies = await Promise.all(
    Array.from({ length: 20 }, () => calls.refundPart(orderId, { amountMinor: 50_000 }, key)),
  )

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202))
  await calls.waitForRefunded(orderId, 50_000)
  expect(await calls.refundPart(orderId, { amountMinor: 50_000 }, key)).toMatchObject({
    status: 202,
  })
  expect(await calls.refundPart(orderId, { amountMinor: 50_001 }, key)).toMatchObject({
    status: 400,
  })
  await expectCleanInvariants(shop)
  expect(await calls.listRefundAmounts(paymentId)).toEqual([500])
  expect(await shop.db.$count(refunds)).toBe(1)
  const mails = await shop.listMails(BUYER)
  expect(mails.filter(({ subject }) => /una parte/.test(subject))).toHaveLength(1)
})

test('different partial refunds at once are refused if they come too late, and no more than was paid goes back', async () => {
  const { orderId, paymentId, cheap } = await calls.createPaidOrder()
  const admin = await createAdmin(shop)

  const replies = await Promise.all([
    calls.refundPart(orderId, { amountMinor: 1_200_000 }),
    calls.refundPart(orderId, { amountMinor: 1_400_000 }),
    calls.refundPart(orderId, { itemIds: [cheap] }),
    admin.call(refundOrder, {
      params: { orderId },
      body: { amountMinor: 1_600_000, reason: 'Pidió ayuda' },
      idempotencyKey: randomUUID(),
    }),
  ])

  const codes = replies.flatMap(reply => (reply.ok ? [] : reply.code))
  for (const code of codes) expect(['ERROR_REFUND_UNDER_WAY', 'INVALID_DATA']).toContain(code)
  await expectCleanInvariants(shop)
  const returned = (await calls.listRefundAmounts(paymentId)).reduce(
    (sum, amount) => sum + amount,
    0,
  )
  expect(returned).toBeGreaterThan(0)
  expect(returned).toBeLessThanOrEqual(20_000)
})

describe('a refund of a part is refused', () => {
  test('a partial refund is refused without an idempotency key, with an amount and items, and for another payment', async () => {
    const { orderId, paymentId, preferenceId, cheap } = await calls.createPaidOrder()
    const params = { orderId }
    expect(await seller.call(refundSale, { params, body: { amountMinor: 1 } })).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
    })
    expect(await calls.refundPart(orderId, { amountMinor: 1, itemIds: [cheap] })).toMatchObject({
      status: 400,
    })
    await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
    const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await expect.poll(async () => (await calls.getOrder(orderId)).payments.length).toBe(2)
    await shop.waitForJobs()
    expect(await calls.refundPart(orderId, { amountMinor: 1, paymentId: second })).toMatchObject({
      status: 409,
    })
    expect(await calls.listRefundAmounts(paymentId)).toEqual([])
  })

  test('a partial refund by a stranger is refused', async () => {
    const { orderId } = await calls.createPaidOrder()
    const stranger = await shop.seller()
    expect(
      await stranger.call(refundSale, {
        params: { orderId },
        body: { amountMinor: 1 },
        idempotencyKey: randomUUID(),
      }),
    ).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
  })
})

test('an item whose refund MercadoPago refuses keeps its download, and a new request can follow', async () => {
  const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
  await shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 400, times: 1 })

  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))

  await expect
    .poll(async () => (await calls.getOrder(orderId)).payments[0]!.refund)
    .toMatchObject({ state: 'refused', refusal: 'not_allowed', amountMinor: 100_000 })
  await shop.waitForMail(seller.email, /No se pudo hacer la devolución/)
  expect(await calls.listDownloads(token)).toEqual([OPEN, OPEN])
  await expectCleanInvariants(shop)
  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
  await calls.waitForRefunded(orderId, 100_000)
  expect(await calls.listDownloads(token)).toEqual([REFUNDED, OPEN])
})

test.each([
  ['approve_refund', [REFUNDED, OPEN], 100_000],
  ['reject_refund', [OPEN, OPEN], 0],
] as const)(
  'a refund of an item that is in process lets no other start, and after %s it is decided',
  async (decision, downloads, refundedMinor) => {
    const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
    await shop.provider.setRefundStatus('in_process')
    expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
    await waitForRefundInProcess(shop)
    const underWay = { status: 409, code: 'ERROR_REFUND_UNDER_WAY' }
    expect(await calls.refundPart(orderId, { amountMinor: 1 })).toMatchObject(underWay)
    expect(await seller.call(refundSale, { params: { orderId }, body: {} })).toMatchObject(underWay)
    expect(await calls.listDownloads(token)).toEqual([OPEN, OPEN])

    await shop.provider.changePayment(paymentId, decision)
    await shop.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund_payment'))

    await calls.waitForRefunded(orderId, refundedMinor)
    expect(await calls.listDownloads(token)).toEqual(downloads)
    await expectCleanInvariants(shop)
  },
)

test('a reply that was lost does not refund a part twice', async () => {
  const { orderId, paymentId, cheap } = await calls.createPaidOrder()
  await shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 500, times: 2 })

  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))

  await calls.waitForRefunded(orderId, 100_000)
  expect(await calls.listRefundAmounts(paymentId)).toEqual([1000])
})

test('a part whose reply was lost for so long that the provider forgot its key is not refunded twice', async () => {
  const { orderId, paymentId, token, cheap } = await calls.createPaidOrder()
  await shop.provider.addFault({
    path: `/v1/payments/${paymentId}/refunds`,
    method: 'POST',
    status: 503,
    times: 3,
  })
  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
  const hasFailed = and(eq(jobs.kind, 'refund_payment'), isNotNull(jobs.lastError))
  await expect.poll(() => shop.db.$count(jobs, hasFailed)).toBe(1)
  // The provider made the refund, although its reply never came.
  await shop.db.update(refunds).set({ createdAt: daysAgo(2) })
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 1000 })
  await shop.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund_payment'))

  await calls.waitForRefunded(orderId, 100_000)
  expect(await calls.listRefundAmounts(paymentId)).toEqual([1000])
  expect(await calls.listDownloads(token)).toEqual([REFUNDED, OPEN])
})
