import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DAY_SECONDS } from '#contract/core/time.ts'
import { downloadGrants, jobs, orders, webhookEvents } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Sends a webhook request, by default with a valid signature. */
function sendWebhook({
  id = '123456789012',
  secret = 'shop-webhook-secret',
  ageSeconds = 0,
  signature = undefined as string | undefined,
  query = undefined as string | undefined,
} = {}) {
  const requestId = randomUUID()
  const ts = Math.floor(Date.now() / 1000) - ageSeconds
  const v1 = createHmac('sha256', secret)
    .update(`id:${id};request-id:${requestId};ts:${ts};`)
    .digest('hex')
  return fetch(
    `${shop.origin}/api/public/mercadopago/webhook?${query ?? `data.id=${id}&type=payment`}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...(signature !== '' && { 'x-signature': signature ?? `ts=${ts},v1=${v1}` }),
      },
      body: JSON.stringify({
        type: 'payment',
        action: 'payment.updated',
        user_id: 1,
        data: { id },
      }),
    },
  )
}

async function expectNothingStored() {
  expect(await shop.db.select().from(webhookEvents)).toEqual([])
  expect(await shop.db.select().from(downloadGrants)).toEqual([])
  expect(
    (await shop.db.select().from(jobs)).filter(({ kind }) => kind === 'process_webhook_event'),
  ).toEqual([])
}

test.each([
  ['a forged signature', { secret: 'guess' }],
  ['no signature', { signature: '' }],
  ['an unrelated signature', { signature: `ts=1,v1=${'0'.repeat(64)}` }],
  ['a timestamp that is too old', { ageSeconds: 6 * DAY_SECONDS }],
  ['a timestamp in the future', { ageSeconds: -6 * DAY_SECONDS }],
])('a webhook request with %s stores nothing and replies 401', async (_, forged) => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.setWebhookSettings({ drop: true })
  const id = await shop.provider.pay({ preferenceId, outcome: 'approved' })

  const reply = await sendWebhook({ id, ...forged })

  expect(reply.status).toBe(401)
  await expectNothingStored()
  expect((await shop.db.select().from(orders))[0]?.state).toBe('open')
})

test('an unsigned legacy notification is acknowledged and ignored', async () => {
  const reply = await sendWebhook({ signature: '', query: 'topic=payment&id=123' })

  expect(reply.status).toBe(200)
  await expectNothingStored()
})

test('a webhook event is stored before the reply, and once for 20 concurrent copies', async () => {
  await shop.app.worker.stop()
  const requestId = randomUUID()
  const ts = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', 'shop-webhook-secret')
    .update(`id:77;request-id:${requestId};ts:${ts};`)
    .digest('hex')
  const send = () =>
    fetch(`${shop.origin}/api/public/mercadopago/webhook?data.id=77&type=payment`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': requestId,
        'x-signature': `ts=${ts},v1=${v1}`,
      },
      body: JSON.stringify({
        type: 'payment',
        action: 'payment.created',
        user_id: 1,
        data: { id: '77' },
      }),
    })

  const replies = await Promise.all(Array.from({ length: 20 }, send))

  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(await shop.db.select().from(webhookEvents)).toHaveLength(1)
  shop.app.worker.start()
})

test('a webhook event about an unknown payment is processed with the outcome PAYMENT_NOT_FOUND', async () => {
  expect((await sendWebhook({ id: '999999999999' })).status).toBe(200)

  await expect
    .poll(async () => (await shop.db.select().from(webhookEvents))[0]?.outcome)
    .toBe('PAYMENT_NOT_FOUND')
})

test('waiting for jobs includes the webhook of a payment that has not arrived yet', async () => {
  const { preferenceId, token } = await createUnpaidOrder(shop)
  await shop.provider.setWebhookSettings({ delayMs: 200 })
  await shop.provider.pay({ preferenceId, outcome: 'approved' })

  await shop.waitForJobs()

  expect((await shop.readOrder(token)).state).toBe('approved')
})
