import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { getSale, refundSale } from '#contract/sales/order.ts'
import { listNotifications } from '#contract/notifications.ts'
import { refunds } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  shop = await createTestApp()
})
beforeEach(async () => {
  await shop.reset()
  seller = await shop.seller()
})
afterAll(() => shop.close())

/** An order that was paid and delivered. */
async function sold() {
  const product = await shop.publish(seller)
  const order = await shop.order(shop.visitor(), [{ id: product.id }])
  const paymentId = await shop.provider.pay({
    preferenceId: order.preferenceId,
    outcome: 'approved',
  })
  await shop.becomes(order.token, 'approved')
  await shop.workDone()
  return { ...order, paymentId }
}

const refund = (orderId: string, body: { reason?: string; paymentId?: string } = {}) =>
  seller.call(refundSale, { params: { orderId }, body })

const drawer = async (orderId: string) =>
  expectOk(await seller.call(getSale, { params: { orderId } }))

/** Calls for a refund of a payment that reached the provider. */
async function refundCalls(paymentId: string) {
  const { requests } = await shop.provider.requests()
  const wanted = `/v1/payments/${paymentId}/refunds`
  return requests.filter(({ method, path }) => method === 'POST' && path === wanted)
}

/** What the provider's books hold of it: they outlive a test. */
async function refundsOf(paymentId: string) {
  const made = (await shop.provider.ledger()).refunds as { payment_id: number }[]
  return made.filter(({ payment_id: id }) => String(id) === paymentId)
}

test('a refund gives the money back at the provider, closes the downloads and tells the seller', async () => {
  const { orderId, paymentId, token } = await sold()

  expect(await refund(orderId, { reason: 'Archivo equivocado' })).toMatchObject({ status: 202 })

  const order = await shop.becomes(token, 'refunded')
  expect(order.items[0]!.downloadUrl).toBeNull()
  expect(await refundsOf(paymentId)).toHaveLength(1)
  await shop.workDone()
  const sale = await drawer(orderId)
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
  expect(notifications[0]).toMatchObject({ kind: 'refund', orderId, amountMinor: 890_000 })
  expect((await shop.mailTo(seller.email, /devolvió/)).text).toContain('8.900')
})

test('asked for ten times at once, it is one refund with one key', async () => {
  const { orderId, paymentId, token } = await sold()

  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(orderId)))

  // Who comes after the money went back is told so.
  for (const answer of answers)
    if (!answer.ok) expect(answer).toMatchObject({ code: 'PAYMENT_STATUS_ALREADY_SET' })
  expect(answers.some(({ status }) => status === 202)).toBe(true)
  await shop.becomes(token, 'refunded')
  await shop.workDone()
  expect(await refundsOf(paymentId)).toHaveLength(1)
  const rows = await shop.db.select().from(refunds)
  expect(rows).toMatchObject([{ state: 'done' }])
  const calls = await refundCalls(paymentId)
  expect(calls.map(({ headers }) => headers['x-idempotency-key'])).toEqual([rows[0]!.id])
})

test('a provider that fails half-way is asked again under the same key, and gives back once', async () => {
  const { orderId, paymentId, token } = await sold()
  // The first call does its work and its answer is lost; the second one is refused for a moment.
  await shop.provider.fault({ path: `/v1/payments/${paymentId}/refunds`, status: 500, times: 4 })

  await refund(orderId)

  await shop.becomes(token, 'refunded')
  expect(await refundsOf(paymentId)).toHaveLength(1)
  const keys = (await refundCalls(paymentId)).map(({ headers }) => headers['x-idempotency-key'])
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

describe('what cannot be given back is said', () => {
  test('nothing was paid: 404', async () => {
    const product = await shop.publish(seller)
    const { orderId } = await shop.order(shop.visitor(), [{ id: product.id }])
    expect(await refund(orderId)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
  })

  test('it went back already: 409, already set', async () => {
    const { orderId, paymentId, token } = await sold()
    await shop.provider.act(paymentId, 'refund')
    await shop.becomes(token, 'refunded')
    expect(await refund(orderId)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_SET',
    })
  })

  test('after a chargeback: 409, already changed', async () => {
    const { orderId, paymentId, token } = await sold()
    await shop.provider.act(paymentId, 'chargeback')
    await shop.becomes(token, 'charged_back')
    expect(await refund(orderId)).toMatchObject({
      status: 409,
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
  })

  test('another seller’s order: 404', async () => {
    const { orderId } = await sold()
    const stranger = await shop.seller()
    const answer = await stranger.call(refundSale, { params: { orderId }, body: {} })
    expect(answer).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
    expect(await shop.db.$count(refunds)).toBe(0)
  })

  test('the provider refuses it: the seller is told why, the buyer keeps the file, and it can be tried again', async () => {
    const { orderId, paymentId, token } = await sold()
    await shop.provider.fault({ path: `/v1/payments/${paymentId}/refunds`, status: 400, times: 1 })

    await refund(orderId)

    await expect
      .poll(async () => (await drawer(orderId)).payments[0]!.refund)
      .toMatchObject({ state: 'refused', refusal: 'not_allowed' })
    const sale = await drawer(orderId)
    expect(sale).toMatchObject({ state: 'approved', canRefund: true })
    expect(sale.history.at(-1)).toMatchObject({ kind: 'refund_refused', refusal: 'not_allowed' })
    expect((await shop.look(token)).items[0]!.downloadUrl).not.toBeNull()
    expect((await shop.mailTo(seller.email, /No se pudo devolver/)).text).toContain('saldo')

    expect(await refund(orderId)).toMatchObject({ status: 202 })
    await shop.becomes(token, 'refunded')
    expect(await shop.db.$count(refunds, eq(refunds.state, 'done'))).toBe(1)
  })

  test('the seller’s account cannot be used any more', async () => {
    const { orderId } = await sold()
    const { preferences } = await shop.provider.ledger()
    await shop.provider.revoke(String(preferences.at(-1)!.collector_id))

    await refund(orderId)

    await expect
      .poll(async () => (await drawer(orderId)).payments[0]!.refund)
      .toMatchObject({ state: 'refused', refusal: 'account_unreadable' })
  })
})

test('a part that went back is told with its amount, and the rest can still be given back', async () => {
  const { orderId, paymentId, token } = await sold()
  await shop.provider.act(paymentId, 'partial_refund', 900)
  await expect.poll(async () => (await drawer(orderId)).refundedMinor).toBe(90_000)
  const part = await drawer(orderId)
  expect(part).toMatchObject({ state: 'approved', canRefund: true })
  expect(part.history.at(-1)).toMatchObject({ kind: 'partly_refunded', amountMinor: 90_000 })

  await refund(orderId)

  await shop.becomes(token, 'refunded')
  expect(await drawer(orderId)).toMatchObject({ refundedMinor: 890_000 })
})

test('who paid twice gets the second payment back, and keeps the file', async () => {
  const { orderId, preferenceId, token } = await sold()
  const second = await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await expect
    .poll(async () => (await drawer(orderId)).payments.find(({ id }) => id === second))
    .toMatchObject({ refundDue: true, canRefund: true, bought: false })

  await refund(orderId, { paymentId: second })

  await expect
    .poll(async () => (await drawer(orderId)).payments.find(({ id }) => id === second)?.refund)
    .toMatchObject({ state: 'done' })
  expect((await shop.look(token)).state).toBe('approved')
  expect(await drawer(orderId)).toMatchObject({ refundedMinor: 0, canRefund: true })
})
