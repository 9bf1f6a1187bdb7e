import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { orders, payments, webhookEvents } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
afterEach(() => shop.close())

/** Sends a webhook request about a payment without a signature. */
async function sendUnsigned(paymentId: string, collectorId?: string): Promise<number> {
  const response = await fetch(
    `${shop.origin}/api/public/mercadopago/webhook?type=payment&data.id=${paymentId}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'payment',
        user_id: collectorId,
        data: { id: paymentId },
      }),
    },
  )
  await response.body?.cancel()
  return response.status
}

/**
 * Makes an order with a pending payment that the server knows of, then approves the payment at the provider without a
 * webhook event.
 */
async function approveSilently() {
  await shop.reset()
  const { preferenceId, token } = await createUnpaidOrder(shop)
  const paymentId = await shop.provider.pay({ preferenceId, outcome: 'in_process' })
  await shop.waitForOrderState(token, 'in_process')
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.changePayment(paymentId, 'accredit')
  return paymentId
}

const storedStatus = async () => (await shop.db.select().from(payments))[0]?.status

test('a webhook request without a signature is refused by default', async () => {
  shop = await createTestApp()
  const paymentId = await approveSilently()

  expect(await sendUnsigned(paymentId)).toBe(401)
})

test('a webhook request without a signature, if the setting allows it, makes us read a known payment and nothing else', async () => {
  shop = await createTestApp({ MERCADOPAGO_UNSIGNED_WEBHOOKS: '1' })
  const paymentId = await approveSilently()
  const eventsBefore = await shop.db.$count(webhookEvents)

  expect(await sendUnsigned('999999')).toBe(200)
  expect(await sendUnsigned(paymentId)).toBe(200)

  await expect.poll(storedStatus).toBe('approved')
  expect(await shop.db.$count(webhookEvents)).toBe(eventsBefore)
})

test('a request without a signature that names an unknown payment of a revoked account changes no order and stores nothing', async () => {
  shop = await createTestApp({ MERCADOPAGO_UNSIGNED_WEBHOOKS: '1' })
  await shop.reset()
  await createUnpaidOrder(shop)
  const [order] = await shop.db.select().from(orders)
  await shop.provider.setWebhookSettings({ drop: true })
  await shop.provider.revokePermission(order!.collectorId)
  await shop.waitForJobs()

  expect(await sendUnsigned('999999', order!.collectorId)).toBe(200)
  await shop.waitForJobs()

  expect((await shop.db.select().from(orders)).map(({ state }) => state)).toEqual(['open'])
  expect(await shop.db.$count(webhookEvents, eq(webhookEvents.dataId, '999999'))).toBe(0)
})
