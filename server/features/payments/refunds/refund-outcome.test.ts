import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import { jobs, providerRefunds, refunds, webhookEvents } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import {
  usePartialRefunds,
  waitForRefundInProcess,
} from '#tools/test-app/orders/partial-refunds.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
const current = usePartialRefunds(shop)
beforeEach(() => shop.provider.setWebhookSettings({ drop: true }))

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
  const order = await current.calls.createPaidOrder()
  await shop.provider.setWebhookSettings({ drop: true })
  return order
}

test('a refund that the provider has accepted is not refused because its payment cannot be read then', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  const path = `/v1/payments/${paymentId}`
  await shop.provider.addFault({ path, method: 'GET', status: 401, times: 2 })

  expectOk(await current.calls.refundPart(orderId, {}))
  await waitForAttempts(1)
  await repeatAtOnce()
  await shop.waitForJobs()

  expect(await current.calls.listRefundAmounts(paymentId)).toEqual([20_000])
  expect(await findRefunds()).toEqual([{ state: 'done', refusal: null }])
})

test('a refund in process is done once the provider approves it, although the seller took back the permission in between', async () => {
  const { orderId, paymentId, token, cheap } = await createPaidOrder()
  const { collector_id: collector } = (await shop.provider.readLedger()).preferences.at(-1)!
  await shop.provider.setRefundStatus('in_process')
  expectOk(await current.calls.refundPart(orderId, { itemIds: [cheap] }))
  await waitForRefundInProcess(shop)

  await shop.provider.revokePermission(String(collector))
  await repeatAtOnce()
  await expect.poll(() => shop.db.$count(jobs, and(isRefundJob, isNotNull(jobs.lastError)))).toBe(1)
  const isProcessed = and(
    eq(webhookEvents.topic, 'mp-connect'),
    isNotNull(webhookEvents.processedAt),
  )
  await expect.poll(() => shop.db.$count(webhookEvents, isProcessed)).toBe(1)
  expect(await findRefunds()).toMatchObject([{ state: 'sent', refusal: null }])

  await shop.provider.changePayment(paymentId, 'approve_refund')
  await shop.linkMercadoPago(current.seller, String(collector))
  await repeatAtOnce()
  await current.calls.waitForRefunded(orderId, 100_000)
  expect(await current.calls.listRefundAmounts(paymentId)).toEqual([1000])
  expect((await shop.readOrder(token)).state).toBe('approved')
})

test('a refund that nobody sent is refused if the seller took back the permission', async () => {
  const { orderId, cheap } = await createPaidOrder()
  const { collector_id: collector } = (await shop.provider.readLedger()).preferences.at(-1)!
  await shop.provider.revokePermission(String(collector))

  expectOk(await current.calls.refundPart(orderId, { itemIds: [cheap] }))

  await expect
    .poll(findRefunds)
    .toMatchObject([{ state: 'refused', refusal: 'account_unreadable' }])
})

test('a part is not sent if another part went back after it was requested', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })

  expectOk(await current.calls.refundPart(orderId, { amountMinor: 100_000 }))

  await expect.poll(findRefunds).toMatchObject([{ state: 'refused', refusal: 'changed' }])
  expect(await current.calls.listRefundAmounts(paymentId)).toEqual([500])
})

test('a refund in MercadoPago’s panel is stored beside those that were requested here', async () => {
  const { orderId, paymentId } = await createPaidOrder()
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 500 })

  expectOk(await current.calls.refundPart(orderId, {}))

  await current.calls.waitForRefunded(orderId, 2_000_000)
  expect(
    await shop.db
      .select({ amountMinor: providerRefunds.amountMinor, state: providerRefunds.state })
      .from(providerRefunds)
      .orderBy(providerRefunds.amountMinor),
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
  expectOk(await current.calls.refundPart(orderId, {}))
  await waitForAttempts(1)
  await shop.db.update(jobs).set({ state: 'dead' }).where(isRefundJob)
  await shop.db.update(refunds).set({ createdAt: new Date(Date.now() - 2 * HOUR_MS) })
  await shop.provider.clearFaults()

  await shop.runSchedule('follow_refunds')

  await current.calls.waitForRefunded(orderId, 2_000_000)
})
