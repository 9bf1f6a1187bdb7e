import { beforeEach, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { listNotifications } from '#contract/notifications.ts'
import { jobs, refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { waitForRefundInProcess } from '#tools/test-app/orders/partial-refunds.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

/** Creates an order that is paid and delivered. */
async function createPaidOrder() {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.waitForOrderState(order.token, 'approved')
  await shop.waitForJobs()
  return { ...order, paymentId }
}

const refund = (orderId: string, body: { reason?: string; paymentId?: string } = {}) =>
  seller.call(refundSale, { params: { orderId }, body })

const getOrder = async (orderId: string) =>
  expectOk(await seller.call(getSale, { params: { orderId } }))

/** Returns the refund requests that the provider has received for a payment. */
async function refundCalls(paymentId: string) {
  const { requests } = await shop.provider.listRequests()
  const refundPath = `/v1/payments/${paymentId}/refunds`
  return requests.filter(({ method, path }) => method === 'POST' && path === refundPath)
}

/** Returns the refunds of a payment that the provider has stored. The provider's data is not reset between tests. */
async function refundsOf(paymentId: string) {
  const ledger = (await shop.provider.readLedger()).refunds as { payment_id: number }[]
  return ledger.filter(({ payment_id: id }) => String(id) === paymentId)
}

test('a refund is made at the provider, closes the downloads and notifies the seller', async () => {
  const { orderId, paymentId, token } = await createPaidOrder()

  expect(await refund(orderId, { reason: 'Archivo equivocado' })).toMatchObject({ status: 202 })

  const order = await shop.waitForOrderState(token, 'refunded')
  expect(order.items[0]!.downloadUrl).toBeNull()
  expect(await refundsOf(paymentId)).toHaveLength(1)
  await shop.waitForJobs()
  const sale = await getOrder(orderId)
  expect(sale).toMatchObject({ state: 'refunded', canRefund: false, canResend: false })
  expect(sale.refundedMinor).toBe(sale.priceMinor)
  expect(sale.payments[0]!.refund).toMatchObject({ state: 'done', reason: 'Archivo equivocado' })
  expect(sale.history.map(({ kind }) => kind)).toEqual([
    'ordered',
    'payment',
    'approved',
    'delivered',
    'refund_requested',
    'payment',
    'refunded',
  ])
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  expect(notifications[0]).toMatchObject({ kind: 'refunded', orderId, amountMinor: 890_000 })
  expect((await shop.waitForMail(seller.email, /Devolución de/)).text).toContain('8.900')
})

test('ten concurrent refund requests make one refund with one idempotency key', async () => {
  const { orderId, paymentId, token } = await createPaidOrder()

  const replies = await Promise.all(Array.from({ length: 10 }, () => refund(orderId)))

  // Requests that arrive after the refund is done are refused with PAYMENT_STATUS_ALREADY_SET.
  for (const reply of replies)
    if (!reply.ok) expect(reply).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_SET' })
  expect(replies.some(({ status }) => status === 202)).toBe(true)
  await shop.waitForOrderState(token, 'refunded')
  await shop.waitForJobs()
  expect(await refundsOf(paymentId)).toHaveLength(1)
  const rows = await shop.db.select().from(refunds)
  expect(rows).toMatchObject([{ state: 'done' }])
  const calls = await refundCalls(paymentId)
  expect(calls.map(({ headers }) => headers['x-idempotency-key'])).toEqual([rows[0]!.id])
})

test('a refund whose reply was lost is retried with the same idempotency key and refunds once', async () => {
  const { orderId, paymentId, token } = await createPaidOrder()
  // The provider executes the first call but its reply is lost; the following calls fail temporarily.
  await shop.provider.addFault({ path: `/v1/payments/${paymentId}/refunds`, status: 500, times: 2 })

  await refund(orderId)

  await shop.waitForOrderState(token, 'refunded')
  expect(await refundsOf(paymentId)).toHaveLength(1)
  const keys = (await refundCalls(paymentId)).map(({ headers }) => headers['x-idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

describe('refused refunds', () => {
  test('a refund of an unpaid order replies 404', async () => {
    const product = await shop.publish(seller)
    const { orderId } = await shop.order(shop.visitor(), [{ id: product.id }])
    expect(await refund(orderId)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
  })

  test('a refund of a refunded order replies 409 with PAYMENT_STATUS_ALREADY_SET', async () => {
    const { orderId, paymentId, token } = await createPaidOrder()
    await shop.provider.changePayment(paymentId, 'refund')
    await shop.waitForOrderState(token, 'refunded')
    expect(await refund(orderId)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_SET',
    })
  })

  test('a refund after a chargeback replies 409 with PAYMENT_STATUS_ALREADY_CHANGED', async () => {
    const { orderId, paymentId, token } = await createPaidOrder()
    await shop.provider.changePayment(paymentId, 'chargeback')
    await shop.waitForOrderState(token, 'charged_back')
    expect(await refund(orderId)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
  })

  test('a refund of another seller’s order replies 404', async () => {
    const { orderId } = await createPaidOrder()
    const stranger = await shop.seller()
    const reply = await stranger.call(refundSale, { params: { orderId }, body: {} })
    expect(reply).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
    expect(await shop.db.$count(refunds)).toBe(0)
  })

  test('a refund that the provider refuses notifies the seller, keeps the download open and can be repeated', async () => {
    const { orderId, paymentId, token } = await createPaidOrder()
    await shop.provider.addFault({
      path: `/v1/payments/${paymentId}/refunds`,
      status: 400,
      times: 1,
    })

    await refund(orderId)

    await expect
      .poll(async () => (await getOrder(orderId)).payments[0]!.refund)
      .toMatchObject({ state: 'refused', refusal: 'not_allowed' })
    const sale = await getOrder(orderId)
    expect(sale).toMatchObject({ state: 'approved', canRefund: true })
    expect(sale.history.at(-1)).toMatchObject({ kind: 'refund_refused', refusal: 'not_allowed' })
    expect((await shop.readOrder(token)).items[0]!.downloadUrl).not.toBeNull()
    expect((await shop.waitForMail(seller.email, /No se pudo hacer la devolución/)).text).toContain(
      'saldo',
    )

    expect(await refund(orderId)).toMatchObject({ status: 202 })
    await shop.waitForOrderState(token, 'refunded')
    expect(await shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
  })

  test('a refund is refused if the seller has revoked our access to the payment account', async () => {
    const { orderId } = await createPaidOrder()
    const { preferences } = await shop.provider.readLedger()
    await shop.provider.revokePermission(String(preferences.at(-1)!.collector_id))

    await refund(orderId)

    await expect
      .poll(async () => (await getOrder(orderId)).payments[0]!.refund)
      .toMatchObject({ state: 'refused', refusal: 'account_unreadable' })
  })
})

test('a partial refund is recorded with its amount, and the rest can still be refunded', async () => {
  const { orderId, paymentId, token } = await createPaidOrder()
  await shop.provider.changePayment(paymentId, 'partial_refund', { amount: 900 })
  await expect.poll(async () => (await getOrder(orderId)).refundedMinor).toBe(90_000)
  const partlyRefunded = await getOrder(orderId)
  expect(partlyRefunded).toMatchObject({ state: 'approved', canRefund: true })
  expect(partlyRefunded.history.at(-1)).toMatchObject({
    kind: 'partly_refunded',
    amountMinor: 90_000,
  })

  await refund(orderId)

  await shop.waitForOrderState(token, 'refunded')
  expect(await getOrder(orderId)).toMatchObject({ refundedMinor: 890_000 })
})

test('the second payment of an order paid twice can be refunded by its seller if the automatic refund was refused', async () => {
  const { orderId, preferenceId, token } = await createPaidOrder()
  await shop.provider.addFault({ path: '/v1/payments/', method: 'POST', status: 400, times: 1 })
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect
    .poll(async () => (await getOrder(orderId)).payments.find(({ id }) => id === second))
    .toMatchObject({ refundDue: true, canRefund: true, bought: false })

  await refund(orderId, { paymentId: second })

  await expect
    .poll(async () => (await getOrder(orderId)).payments.find(({ id }) => id === second)?.refund)
    .toMatchObject({ state: 'done' })
  expect((await shop.readOrder(token)).state).toBe('approved')
  expect(await getOrder(orderId)).toMatchObject({ refundedMinor: 0, canRefund: true })
})

describe('refunds that the provider decides later', () => {
  const refundOf = async (orderId: string) => (await getOrder(orderId)).payments[0]!.refund

  /** Makes the next reading of pending refunds due at once. */
  const readPendingRefunds = () =>
    shop.db.update(jobs).set({ runAt: new Date() }).where(eq(jobs.kind, 'refund_payment'))

  test('a refund that the provider rejects after accepting it is refused and can be requested again', async () => {
    const { orderId, token } = await createPaidOrder()
    await shop.provider.setRefundStatus('rejected')

    await refund(orderId)

    await expect
      .poll(() => refundOf(orderId))
      .toMatchObject({ state: 'refused', refusal: 'not_allowed' })
    expect((await shop.readOrder(token)).items[0]!.downloadUrl).not.toBeNull()

    await shop.provider.setRefundStatus('approved')
    expect(await refund(orderId)).toMatchObject({ status: 202 })
    await shop.waitForOrderState(token, 'refunded')
  })

  test.each([
    ['approve_refund', 'done', 'refunded'],
    ['reject_refund', 'refused', 'approved'],
  ] as const)(
    'a refund in process is read again until the provider decides: after %s it is %s',
    async (decision, refundState, orderState) => {
      const { orderId, paymentId, token } = await createPaidOrder()
      await shop.provider.setRefundStatus('in_process')
      await refund(orderId)
      await waitForRefundInProcess(shop)
      expect((await shop.readOrder(token)).state).toBe('approved')
      await shop.provider.setWebhookSettings({ drop: true })

      await shop.provider.changePayment(paymentId, decision)
      await readPendingRefunds()

      await expect.poll(() => refundOf(orderId)).toMatchObject({ state: refundState })
      await shop.waitForOrderState(token, orderState)
      expect(await refundCalls(paymentId)).toHaveLength(1)
    },
  )
})
