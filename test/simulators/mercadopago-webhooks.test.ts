import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startTestSimulator, SELLER_ID } from './test-simulator.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

test('a payment sends a signed webhook with the ids of payment and seller to the webhook URL', async () => {
  await using receiver = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())

  const id = await provider.pay(preference.id)

  await expect.poll(() => receiver.received.length).toBe(1)
  expect(receiver.received[0]).toMatchObject({
    query: { 'data.id': String(id), type: 'payment' },
    headers: { 'x-signature': expect.stringMatching(/^ts=\d{10},v1=[0-9a-f]{64}$/) },
    body: {
      type: 'payment',
      action: 'payment.created',
      api_version: 'v1',
      live_mode: true,
      user_id: SELLER_ID,
      data: { id: String(id) },
    },
  })
})

test('the notification_url of a preference gets the webhook, and the legacy IPN unless source_news excludes it', async () => {
  await using panel = await startWebhookReceiver()
  await using both = await startWebhookReceiver()
  await using webhooksOnly = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: panel.url })
  const tokens = await provider.link()
  const one = await provider.sell(tokens, { notification_url: both.url })
  const two = await provider.sell(tokens, {
    notification_url: `${webhooksOnly.url}?source_news=webhooks`,
  })

  const id = await provider.pay(one.id)
  await provider.pay(two.id)

  await expect.poll(() => [both.received.length, webhooksOnly.received.length]).toEqual([2, 1])
  const old = both.received.find(({ query }) => query.topic)
  expect(old?.query).toEqual({ topic: 'payment', id: String(id) })
  expect(old?.headers).not.toHaveProperty('x-signature')
  expect(panel.received).toEqual([])
})

test('an unacknowledged webhook is retried with the same request id until it is answered with 201', async () => {
  await using receiver = await startWebhookReceiver(count => (count < 3 ? 500 : 201))
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())

  await provider.pay(preference.id)

  await expect.poll(() => receiver.received.length).toBe(3)
  expect(new Set(receiver.received.map(({ headers }) => headers['x-request-id'])).size).toBe(1)
  const [delivery] = (await provider.send('GET', '/control/notices')).body.notices
  expect(delivery).toMatchObject({
    waiting: false,
    attempts: [{ outcome: 500 }, { outcome: 500 }, { outcome: 201 }],
  })
})

test('an unacknowledged webhook is sent again after a restart, but not after its acknowledgement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notices-'))
  let isUp = false
  await using receiver = await startWebhookReceiver(() => (isUp ? 200 : 503))
  const options = {
    stateFile: join(folder, 'state.jsonl'),
    webhookUrl: receiver.url,
    retryScheduleMs: [],
  }
  const first = await startTestSimulator(options)
  const id = await first.pay((await first.sell(await first.link())).id)
  await expect.poll(() => receiver.received.length).toBe(1)
  await first.close()

  isUp = true
  const second = await startTestSimulator(options)
  await expect.poll(() => receiver.received.length).toBe(2)
  // A simulator that is closed before it has read the acknowledgement sends the webhook once more.
  await expect
    .poll(async () => (await second.send('GET', '/control/deliveries')).body)
    .toMatchObject({ pending: 0 })
  await second.close()
  await using third = await startTestSimulator(options)
  await third.pay((await third.sell(await third.link())).id)

  await expect.poll(() => receiver.received.length).toBe(3)
  const ids = receiver.received.map(({ query }) => query['data.id'])
  expect(ids).toEqual([String(id), String(id), expect.not.stringMatching(String(id))])
  await rm(folder, { recursive: true })
})

test('webhooks can be duplicated, signed with milliseconds, sent as legacy IPN or dropped', async () => {
  await using receiver = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())
  const payWith = async (setting: object) => {
    await provider.send('PUT', '/control/notifications', setting)
    await provider.pay(preference.id)
  }

  await payWith({ drop: true })
  await payWith({ copies: 2, tsUnit: 'ms' })
  await payWith({ unsigned: true })

  await expect.poll(() => receiver.received.length).toBe(3)
  const signed = receiver.received.filter(({ headers }) => headers['x-signature'])
  expect(signed.map(({ headers }) => headers['x-signature'])).toEqual([
    expect.stringMatching(/^ts=\d{13},/),
    expect.stringMatching(/^ts=\d{13},/),
  ])
  expect(receiver.received.filter(({ query }) => query.topic === 'payment')).toHaveLength(1)
})

test('revoked access and a fraud alert each send a webhook with a topic of their own', async () => {
  await using receiver = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())
  await provider.send('PUT', '/control/notifications', { drop: true })
  const paymentId = await provider.pay(preference.id)

  await provider.send('POST', '/control/revoke', { userId: SELLER_ID })
  await provider.send('POST', '/control/notify', { paymentId, topic: 'stop_delivery_op_wh' })

  await expect.poll(() => receiver.received.length).toBe(2)
  const byType = (type: string) => receiver.received.find(({ query }) => query.type === type)
  expect(byType('mp-connect')?.body).toMatchObject({
    action: 'application.deauthorized',
    user_id: SELLER_ID,
  })
  expect(byType('stop_delivery_op_wh')).toMatchObject({
    query: { type: 'stop_delivery_op_wh' },
    body: { data: { payment_id: String(paymentId) } },
  })
})

test('held webhooks are sent in the chosen order and number, and the others stay held', async () => {
  await using receiver = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())
  await provider.send('PUT', '/control/notifications', { hold: true })
  const ids: number[] = []
  for (let index = 0; index < 3; index++) ids.push(await provider.pay(preference.id))
  expect(receiver.received).toHaveLength(0)

  await provider.send('POST', '/control/held/release', { indexes: [2, 0, 0] })

  const paymentIds = () => receiver.received.map(({ query }) => query['data.id'])
  expect(paymentIds()).toEqual([ids[2], ids[0], ids[0]].map(String))
  const { body } = await provider.send('GET', '/control/held')
  expect(body).toMatchObject({ held: [{ data: { id: String(ids[1]) } }] })
  await provider.send('POST', '/control/held/release', {})
  expect(paymentIds().at(-1)).toBe(String(ids[1]))
})

test('a webhook is pending until it is acknowledged, and not while it is held', async () => {
  await using receiver = await startWebhookReceiver()
  await using provider = await startTestSimulator({ webhookUrl: receiver.url })
  const preference = await provider.sell(await provider.link())
  const countDeliveries = async () => (await provider.send('GET', '/control/deliveries')).body
  await provider.send('PUT', '/control/notifications', { delayMs: 100, copies: 2 })

  await provider.pay(preference.id)

  expect(await countDeliveries()).toEqual({ begun: 2, pending: 2 })
  await expect.poll(countDeliveries).toEqual({ begun: 2, pending: 0 })
  expect(receiver.received).toHaveLength(2)
  await provider.send('PUT', '/control/notifications', { hold: true })
  await provider.pay(preference.id)
  expect(await countDeliveries()).toEqual({ begun: 2, pending: 0 })
})

test('a webhook that nobody receives is pending until its last attempt', async () => {
  await using provider = await startTestSimulator({ webhookUrl: 'http://127.0.0.1:1/' })
  const preference = await provider.sell(await provider.link())

  await provider.pay(preference.id)

  const countDeliveries = async () => (await provider.send('GET', '/control/deliveries')).body
  await expect.poll(countDeliveries).toEqual({ begun: 1, pending: 0 })
  const { notices } = (await provider.send('GET', '/control/notices')).body
  expect(notices[0].attempts).toHaveLength(3)
})
