import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { jobs, providerRefunds, refunds, webhookEvents } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  createPartialRefunds,
  expectCleanInvariants,
} from '#tools/test-app/orders/partial-refunds.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
let calls: ReturnType<typeof createPartialRefunds>
beforeEach(async () => {
  seller = await shop.seller()
  calls = createPartialRefunds(shop, seller)
  await shop.provider.setWebhookSettings({ drop: true })
})

const isRefundJob = eq(jobs.kind, 'refund_payment')

const findRefunds = () =>
  shop.db.select({ state: refunds.state, refusal: refunds.refusal }).from(refunds)

/** Makes the next attempt of the refund due at once. */
const repeatAtOnce = () => shop.db.update(jobs).set({ runAt: new Date() }).where(isRefundJob)

const waitForAttempts = (count: number) =>
  expect
    .poll(async () => {
      const [job] = await shop.db.select().from(jobs).where(isRefundJob)
      return job?.attempts ?? 0
    })
    .toBeGreaterThanOrEqual(count)

async function createPaidOrder() {
  await shop.provider.setWebhookSettings({ drop: false })
  const order = await calls.createPaidOrder()
  await shop.provider.setWebhookSettings({ drop: true })
  return order
}

test('a refund that the provider has accepted is not refused because its payment cannot be read then', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  const path = `/v1/payments/${paymentId}`
  await shop.provider.addFault({ path, method: 'GET', status: 401, times: 2 })

  expectOk(await calls.refundPart(orderId, {}))
  await waitForAttempts(1)
  await repeatAtOnce()
  await shop.waitForJobs()

  expect(await calls.listRefundAmounts(paymentId)).toEqual([20_000])
  expect(await findRefunds()).toEqual([{ state: 'done', refusal: null }])
})

const AMOUNT = () => ({ amountMinor: 100_000 })
const ITEM = (cheap: number) => ({ itemIds: [cheap] })
const ALL = () => ({})

test.each([
  ['an amount', 400, AMOUNT, 1000],
  ['an item', 400, ITEM, 1000],
  ['an item', 401, ITEM, 1000],
  ['an item', 404, ITEM, 1000],
  ['an item', 409, ITEM, 1000],
  ['an item', 500, ITEM, 1000],
  ['all', 400, ALL, 20_000],
  ['all', 401, ALL, 20_000],
  ['all', 409, ALL, 20_000],
])(
  'a refund of %s that was made, although its answer was cut, is made once if the next calls are answered with %d',
  async (_, status, toBody, amount) => {
    const { orderId, paymentId, cheap } = await createPaidOrder()
    const path = `/v1/payments/${paymentId}`
    await shop.provider.addFault({ path, method: 'POST', malformed: true, times: 1 })
    // The reading before a part is sent is answered without a fault.
    if (toBody !== ALL)
      await shop.provider.addFault({ path, method: 'GET', latencyMs: 1, times: 1 })
    await shop.provider.addFault({ path, status, times: 3 })

    expectOk(await calls.refundPart(orderId, toBody(cheap)))
    await waitForAttempts(2)
    expect(await findRefunds()).toMatchObject([{ refusal: null }])
    await shop.provider.clearFaults()
    await repeatAtOnce()

    await calls.waitForRefunded(orderId, amount * 100)
    expect(await findRefunds()).toMatchObject([{ state: 'done' }])
    expect(await calls.listRefundAmounts(paymentId)).toEqual([amount])
    await expectCleanInvariants(shop)
  },
)

test('a refund in process is done once the provider approves it, although the seller took back the permission in between', async () => {
  const { orderId, paymentId, token, cheap } = await createPaidOrder()
  const { collector_id: collector } = (await shop.provider.readLedger()).preferences.at(-1)!
  await shop.provider.setRefundStatus('in_process')
  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))
  await expect.poll(findRefunds).toMatchObject([{ state: 'sent' }])
  const isLater = and(isRefundJob, gt(jobs.runAt, new Date()))
  await expect.poll(() => shop.db.$count(jobs, isLater)).toBe(1)

  await shop.provider.revokePermission(String(collector))
  await repeatAtOnce()
  await expect.poll(() => shop.db.$count(jobs, and(isRefundJob, isNotNull(jobs.lastError)))).toBe(1)
  await expect.poll(() => shop.db.$count(webhookEvents, isNull(webhookEvents.processedAt))).toBe(0)
  expect(await findRefunds()).toMatchObject([{ state: 'sent', refusal: null }])

  await shop.provider.changePayment(paymentId, 'approve_refund')
  await shop.linkMercadoPago(seller, String(collector))
  await repeatAtOnce()
  await calls.waitForRefunded(orderId, 100_000)
  expect(await calls.listRefundAmounts(paymentId)).toEqual([1000])
  expect((await shop.readOrder(token)).state).toBe('approved')
})

test('a refund that nobody sent is refused if the seller took back the permission', async () => {
  const { orderId, cheap } = await createPaidOrder()
  const { collector_id: collector } = (await shop.provider.readLedger()).preferences.at(-1)!
  await shop.provider.revokePermission(String(collector))

  expectOk(await calls.refundPart(orderId, { itemIds: [cheap] }))

  await expect
    .poll(findRefunds)
    .toMatchObject([{ state: 'refused', refusal: 'account_unreadable' }])
})

test('a part is not sent if another part went back after it was requested', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })

  expectOk(await calls.refundPart(orderId, { amountMinor: 100_000 }))

  await expect.poll(findRefunds).toMatchObject([{ state: 'refused', refusal: 'changed' }])
  expect(await calls.listRefundAmounts(paymentId)).toEqual([500])
})

test('refunds in MercadoPago’s panel are stored beside those that were requested here', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })

  expectOk(await calls.refundPart(orderId, {}))

  await calls.waitForRefunded(orderId, 2_000_000)
  expect(
    await shop.db
      .select({ amountMinor: providerRefunds.amountMinor, state: providerRefunds.state })
      .from(providerRefunds),
  ).toEqual([
    { amountMinor: 50_000, state: 'done' },
    { amountMinor: 1_950_000, state: 'done' },
  ])
  const [request] = await shop.db.select().from(refunds)
  expect(request).toMatchObject({ state: 'done', providerRefundId: expect.any(String) })
})

test('a refund whose job has used up its attempts is followed again', async () => {
  const { orderId } = await createPaidOrder()
  await shop.provider.addFault({ path: '/v1/payments', status: 503, times: 1000 })
  expectOk(await calls.refundPart(orderId, {}))
  await waitForAttempts(1)
  await shop.db.update(jobs).set({ state: 'dead' }).where(isRefundJob)
  await shop.db.update(refunds).set({ createdAt: new Date(Date.now() - 2 * 3_600_000) })
  await shop.provider.clearFaults()

  await shop.runSchedule('follow_refunds')

  await calls.waitForRefunded(orderId, 2_000_000)
})
