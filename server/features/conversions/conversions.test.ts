import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  RECEIVER_KINDS,
  type ReceiverKind,
  deleteReceiver,
  listConversions,
  saveReceiver,
  testReceiver,
} from '#contract/conversions.ts'
import { deleteAccount } from '#contract/accounts/user.ts'
import { listNotifications } from '#contract/notifications.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { refundSale } from '#contract/sales/order.ts'
import { conversionEvents, conversionReceivers, jobs } from '#server/db/schema/index.ts'
import {
  type ConversionsSimulator,
  RECEIVER_TOKEN,
  startConversionsSimulator,
} from '#simulators/conversions/start.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { orderFree } from '#tools/api-client/quotes.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const IDS: Record<ReceiverKind, string> = {
  meta: '123456789012345',
  tiktok: 'C4ABCDEFGH1234567890',
  ga4: 'G-ABC1234567',
}

let simulator: ConversionsSimulator
let shop: TestApp
beforeAll(async () => {
  simulator = await startConversionsSimulator()
  shop = await createTestApp({
    META_API_ORIGIN: simulator.origin,
    TIKTOK_API_ORIGIN: simulator.origin,
    GOOGLE_ANALYTICS_ORIGIN: simulator.origin,
  })
})
beforeEach(async () => {
  await shop.reset()
  simulator.reset()
})
afterAll(async () => {
  await shop.close()
  await simulator.close()
})

const connect = async (
  seller: ApiClient,
  kinds: readonly ReceiverKind[] = RECEIVER_KINDS,
  secret = RECEIVER_TOKEN,
) => {
  for (const kind of kinds)
    expectOk(await seller.call(saveReceiver, { body: { kind, receiverId: IDS[kind], secret } }))
}

const read = async (seller: ApiClient) => expectOk(await seller.call(listConversions, {}))

/** Buys products; in cash, the payment comes later, by `accredit`. */
async function buy(
  ids: number[],
  { headers, cash = false }: { headers?: Record<string, string>; cash?: boolean } = {},
) {
  const payerEmail = `buyer${Math.random().toString(36).slice(2)}@mail.test`
  const body = { products: ids.map(id => ({ id })), payerEmail }
  expectOk(await shop.visitor(headers).call(createPreference, { body }))
  const { preferences } = await shop.provider.readLedger()
  const { id: preferenceId, external_reference: orderId, back_urls } = preferences.at(-1)!
  const token = new URL(back_urls.success).searchParams.get('order')!
  const outcome = cash ? 'pending_cash' : 'approved'
  const paymentId = await shop.provider.pay({ preferenceId, outcome })
  await shop.waitForOrderState(token, cash ? 'pending' : 'approved')
  return { orderId, token, paymentId, payerEmail }
}

/** Lets the jobs of events run now that wait for their next attempt. */
const endPauses = () =>
  shop.db
    .update(jobs)
    .set({ runAt: sql`now()` })
    .where(eq(jobs.kind, 'send_conversion'))

const countWaiting = () => shop.db.$count(conversionEvents, eq(conversionEvents.state, 'waiting'))

test('a purchase in cash is reported to each receiver when it is paid, without a word about the buyer', async () => {
  const seller = await shop.seller()
  const first = await shop.publish(seller, { price: 1001 })
  const second = await shop.publish(seller, { price: 500 })
  await connect(seller)
  const { orderId, token, paymentId, payerEmail } = await buy([first.id, second.id], { cash: true })
  expect(simulator.listEvents()).toEqual([])

  await shop.provider.changePayment(paymentId, 'accredit')
  await shop.waitForOrderState(token, 'approved')
  await shop.waitForJobs()

  expect(simulator.listEvents()).toHaveLength(3)
  for (const event of simulator.listEvents())
    expect(event).toMatchObject({
      receiverId: IDS[event.receiver],
      name: expect.stringMatching(/^purchase$/i) as string,
      id: orderId,
      value: 1501,
      currency: 'ARS',
      productIds: [String(first.id), String(second.id)],
      // Meta asks for the page of events of a website only, and what is reported is a payment.
      pageUrl: event.receiver === 'meta' ? '' : `${shop.origin}/product/${first.id}`,
    })
  const sent = JSON.stringify(simulator.listBodies())
  expect(sent).not.toContain(payerEmail)
  expect(sent).not.toMatch(/email|ip_address|user_agent|phone|"ip"/)
  const { deliveries } = await read(seller)
  expect(deliveries.map(({ state, kind }) => `${kind} ${state}`)).toEqual(
    Array(3).fill('purchase sent'),
  )
})

test('orders that are free or made with Global Privacy Control are not reported', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price: 1000 })
  await connect(seller, ['ga4'])

  await buy([product.id], { headers: { 'sec-gpc': '1' } })
  const free = await shop.publish(seller, { price: 0 })
  expectOk(await orderFree(shop.visitor(), [free.id], { email: 'free@mail.test' }))
  await shop.waitForMail('free@mail.test')
  await shop.waitForJobs()

  expect(simulator.listEvents()).toEqual([])
  expect(await shop.db.$count(conversionEvents)).toBe(0)
})

test('a full refund takes the purchase back at Google Analytics, and a partial one does not', async () => {
  const seller = await shop.seller()
  const first = await shop.publish(seller, { price: 1000 })
  const second = await shop.publish(seller, { price: 500 })
  await connect(seller)
  const { orderId } = await buy([first.id, second.id])
  await shop.waitForJobs()
  const items = await shop.db.execute<{ id: number }>(
    sql`select id from order_items where order_id = ${orderId} order by id`,
  )
  const refund = async (body: { itemIds?: number[] }) => {
    const idempotencyKey = JSON.stringify(body)
    expectOk(await seller.call(refundSale, { params: { orderId }, body, idempotencyKey }))
    await shop.waitForJobs()
  }

  await refund({ itemIds: [items.rows[0]!.id] })
  expect(simulator.listEvents()).toHaveLength(3)
  await refund({})

  const refunds = simulator.listEvents().filter(({ name }) => /refund/i.test(name))
  expect(refunds).toMatchObject([{ receiver: 'ga4', name: 'refund', id: orderId, value: 1500 }])
})

test('a receiver that refuses five events in a row is switched off, and sends them once it is repaired', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller, { price: 1000 })
  await connect(seller, ['meta', 'tiktok'])
  simulator.setFault('meta', 'refuse_token')
  simulator.setFault('tiktok', 'gone')
  const orderIds: string[] = []
  const purchase = async () => {
    orderIds.push((await buy([product.id])).orderId)
    await shop.waitForJobs()
  }
  for (let number = 0; number < 4; number += 1) await purchase()
  expect((await read(seller)).receivers.map(({ offAt }) => offAt)).toEqual([null, null])

  await purchase()
  const requests = simulator.countRequests()
  await purchase()

  const { receivers, deliveries } = await read(seller)
  expect(receivers).toMatchObject([
    { kind: 'meta', offAt: expect.any(String) as string, lastAnswer: 'secret_refused' },
    { kind: 'tiktok', offAt: expect.any(String) as string, lastAnswer: 'id_refused' },
  ])
  expect(deliveries.map(({ state }) => state).slice(0, 3)).toEqual(['paused', 'paused', 'refused'])
  expect(deliveries[2]).toMatchObject({ message: expect.stringMatching(/\w/) as string })
  expect(simulator.countRequests()).toBe(requests)

  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  const reported = notifications.flatMap(notification =>
    notification.kind === 'conversions_off'
      ? [`${notification.receiver} ${notification.answer}`]
      : [],
  )
  expect(reported.toSorted()).toEqual(['meta secret_refused', 'tiktok id_refused'])
  const mails = await shop.listMails(seller.email)
  const subjects = mails.map(({ subject }) => subject).filter(text => /ya no recibe/.test(text))
  expect(subjects.toSorted()).toEqual([
    'Meta (Facebook e Instagram) ya no recibe tus ventas',
    'TikTok ya no recibe tus ventas',
  ])

  simulator.setFault('meta', 'none')
  await connect(seller, ['meta'])
  await shop.waitForJobs()

  expect(
    simulator
      .listEvents('meta')
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(orderIds.toSorted())
  expect((await read(seller)).receivers[0]).toMatchObject({ offAt: null, lastAnswer: 'accepted' })
})

test('a refund waits with its refused purchase, and follows it once the receiver is repaired', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  await connect(seller, ['ga4'])
  simulator.setFault('ga4', 'gone')
  const { orderId } = await buy([product.id])
  await shop.waitForJobs()
  const request = { params: { orderId }, body: {}, idempotencyKey: 'all' }
  expectOk(await seller.call(refundSale, request))
  await shop.waitForJobs()
  const states = async () =>
    (await read(seller)).deliveries.map(({ kind, state }) => `${kind} ${state}`)
  expect(await states()).toEqual(['refund paused', 'purchase refused'])
  const requests = simulator.countRequests()

  simulator.setFault('ga4', 'none')
  await connect(seller, ['ga4'])
  await expect
    .poll(async () => {
      await endPauses()
      return states()
    })
    .toEqual(['refund sent', 'purchase sent'])

  expect(simulator.listEvents().map(({ name }) => name)).toEqual(['purchase', 'refund'])
  expect(simulator.countRequests()).toBe(requests + 2)
})

test('an event that nobody takes for a week is given up', async () => {
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  await connect(seller, ['ga4'])
  simulator.setFault('ga4', 'down')
  await buy([product.id])
  await expect.poll(() => countWaiting()).toBe(1)
  await expect
    .poll(() => shop.db.$count(conversionEvents, eq(conversionEvents.answer, 'unavailable')))
    .toBe(1)
  await shop.db
    .update(conversionEvents)
    .set({ createdAt: sql`${conversionEvents.createdAt} - interval '8 days'` })

  await endPauses()

  await expect.poll(async () => (await read(seller)).deliveries[0]?.state).toBe('expired')
})

test.each([
  ['meta', 'none', RECEIVER_TOKEN, 'accepted'],
  ['meta', 'none', 'wrong-token', 'secret_refused'],
  ['tiktok', 'gone', RECEIVER_TOKEN, 'id_refused'],
  ['ga4', 'down', RECEIVER_TOKEN, 'unavailable'],
] as const)(
  'the test event for %s with %s and the secret %s is %s, and no purchase',
  async (kind, fault, secret, answer) => {
    const seller = await shop.creator()
    await connect(seller, [kind], secret)
    simulator.setFault(kind, fault)

    const reply = expectOk(await seller.call(testReceiver, { params: { kind } }))

    expect(reply.answer).toBe(answer)
    expect(simulator.listEvents().filter(({ name }) => /purchase/i.test(name))).toEqual([])
    expect((await read(seller)).deliveries).toEqual([])
  },
)

test('a secret is stored encrypted and told to nobody, and both are deleted with receiver and account', async () => {
  const seller = await shop.creator()
  await connect(seller)

  const [row] = await shop.db.select().from(conversionReceivers)
  const answer = JSON.stringify(await read(seller))
  expectOk(await seller.call(deleteReceiver, { params: { kind: 'meta' } }))
  const left = (await read(seller)).receivers.map(({ kind }) => kind)
  expectOk(await seller.call(deleteAccount, { body: { password: PASSWORD } }))

  expect(row!.secret).not.toContain(RECEIVER_TOKEN)
  expect(answer).not.toContain(RECEIVER_TOKEN)
  expect(left).toEqual(['tiktok', 'ga4'])
  expect(await shop.db.$count(conversionReceivers)).toBe(0)
})

test.each([
  [{ kind: 'meta', receiverId: '12/../me' }, 'receiverId'],
  [{ kind: 'tiktok', receiverId: '123' }, 'receiverId'],
  [{ kind: 'ga4', receiverId: 'UA-12345-1' }, 'receiverId'],
  [{ kind: 'ga4', receiverId: IDS.ga4, secret: ' ' }, 'secret'],
  [{ kind: 'ga4', receiverId: IDS.ga4, secret: 'a\nb' }, 'secret'],
] as const)('the form %o of a conversion receiver is refused for its %s', async (form, field) => {
  const seller = await shop.creator()

  const reply = await seller.call(saveReceiver, {
    body: { secret: RECEIVER_TOKEN, ...form },
  })

  expect(reply).toMatchObject({ ok: false, code: 'INVALID_DATA' })
  expect(JSON.stringify(reply)).toContain(field)
  expect((await read(seller)).receivers).toEqual([])
})
