import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orders, webhookEvents } from '#server/db/schema/index.ts'
import { createPaidOrder, createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Signs a webhook request about an id once, and returns a function that sends it with any other parts. */
function captureWebhook(id: string) {
  const requestId = randomUUID()
  const ts = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', 'shop-webhook-secret')
    .update(`id:${id};request-id:${requestId};ts:${ts};`)
    .digest('hex')
  return async ({
    userId = '1',
    topic = 'payment',
    action = 'payment.updated',
    query = { 'data.id': id } as Record<string, string>,
    headers = { 'x-request-id': requestId } as Record<string, string>,
  }) => {
    const reply = await fetch(
      `${shop.origin}/api/public/mercadopago/webhook?${new URLSearchParams({ ...query, type: topic })}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-signature': `ts=${ts},v1=${v1}`,
          ...headers,
        },
        body: JSON.stringify({ type: topic, action, user_id: userId, data: { id } }),
      },
    )
    await reply.body?.cancel()
    await shop.waitForJobs()
    return { status: reply.status, requestId }
  }
}

test('a signed event that is repeated with another seller’s id puts none of that seller’s orders into review', async () => {
  const { orderId } = await createUnpaidOrder(shop)
  const [{ collectorId } = { collectorId: '' }] = await shop.db.select().from(orders)
  await shop.provider.revokePermission(collectorId)
  await shop.waitForJobs()
  const send = captureWebhook('999999999999')
  const { requestId } = await send({})
  const before = await shop.db.$count(webhookEvents)

  const replies = [
    await send({ userId: collectorId, action: 'payment.created' }),
    await send({
      userId: collectorId,
      query: { 'data.id': `999999999999;request-id:${requestId}` },
      headers: {},
    }),
  ]

  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await shop.db.$count(webhookEvents)).toBe(before)
  expect(await shop.db.select().from(orders)).toMatchObject([{ id: orderId, state: 'open' }])
})

test('a signed event that is repeated as a fraud alert puts no order on hold', async () => {
  const { paymentId } = await createPaidOrder(shop)
  const send = captureWebhook(paymentId)
  await send({})

  await send({ topic: 'stop_delivery_op_wh' })

  expect(await shop.db.select().from(orders)).toMatchObject([{ state: 'approved', heldAt: null }])
})
