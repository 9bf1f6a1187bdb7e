import { afterEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { orders } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

// Each test has an app of its own, since a circuit breaker stays open after its test.
let shop: TestApp
let seller: ApiClient
let productId: number

async function startShop(settings: Record<string, string> = {}): Promise<void> {
  shop = await createTestApp(settings)
  await shop.reset()
  seller = await shop.seller()
  productId = (await shop.publish(seller)).id
}
afterEach(() => shop.close())

const order = (id = productId) =>
  shop.visitor().call(createPreference, {
    body: { products: [{ id }], payerEmail: 'buyer@mail.test' },
  })
const publishAsNewSeller = async () => (await shop.publish(await shop.seller())).id
const countPreferenceRequests = async () =>
  (await shop.provider.listRequests()).requests.filter(({ path }) =>
    path.startsWith('/checkout/preferences'),
  ).length

describe('checkout while the provider has trouble', () => {
  test('a buyer gets 503 without a call to the provider once it is down, and can buy again when it is back', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/', status: 500, times: 100_000 })
    await Promise.all(Array.from({ length: 5 }, order))
    const ordersBefore = await shop.db.$count(orders)
    const requestsBefore = await countPreferenceRequests()

    const answer = await order()

    expect(answer).toMatchObject({
      status: 503,
      code: 'ERROR_SERVICE_UNAVAILABLE',
      retryAfter: 10,
    })
    expect(await shop.db.$count(orders)).toBe(ordersBefore)
    expect(await countPreferenceRequests()).toBe(requestsBefore)

    await shop.provider.reset()
    await expect.poll(async () => (await order()).status).toBe(201)
  })

  test('a provider that would answer after six seconds is down: the calls under way end, and nobody else waits', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/', latencyMs: 6000, times: 100_000 })

    const answers = await Promise.all([order(), order()])

    // The time limit of a call is eight seconds, so calls that were not ended would have succeeded.
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    const requests = await countPreferenceRequests()
    expect(await order()).toMatchObject({ status: 503, retryAfter: 10 })
    expect(await countPreferenceRequests()).toBe(requests)
    await shop.provider.reset()
    await expect.poll(async () => (await order()).status).toBe(201)
  })

  test('an answer of the provider of an unknown form about one thing does not keep other buyers from paying', async () => {
    await startShop()
    const othersProductId = await publishAsNewSeller()
    // Each of the five calls is tried three times.
    await shop.provider.addFault({ path: '/checkout', status: 200, times: 15 })
    const answers = []
    for (let call = 0; call < 5; call += 1) answers.push(await order())
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502])

    expect(await order(othersProductId)).toMatchObject({ ok: true })
  })

  test('one slow call does not keep other buyers from paying while the provider answers', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/checkout', latencyMs: 3000, times: 1 })

    const slow = order()
    await expect.poll(countPreferenceRequests).toBe(1)
    expect(await order()).toMatchObject({ ok: true })

    expect(await slow).toMatchObject({ ok: true })
  })

  test('the provider is not called again before the time in its Retry-After', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/checkout', status: 429, retryAfter: 3, times: 1 })

    const answers = [await order(), await order(), await order()]

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503])
    expect(answers[0]).toMatchObject({ code: 'ERROR_SERVICE_UNAVAILABLE', retryAfter: 3 })
    expect(await countPreferenceRequests()).toBe(1)
    await expect.poll(async () => (await order()).status).toBe(201)
  })

  test('a pause for one seller does not keep the buyers of another from ordering', async () => {
    await startShop()
    const othersProductId = await publishAsNewSeller()
    await shop.provider.addFault({ path: '/checkout', status: 429, retryAfter: 3600, times: 1 })

    const refused = await order()
    const ordersBefore = await shop.db.$count(orders)
    const paused = await order()

    expect(refused).toMatchObject({ status: 503, retryAfter: 3600 })
    expect(paused).toMatchObject({ status: 503, code: 'ERROR_SERVICE_UNAVAILABLE' })
    expect(paused).toMatchObject({ retryAfter: expect.toSatisfy(seconds => seconds > 290) })
    expect(await shop.db.$count(orders)).toBe(ordersBefore)
    expect(await order(othersProductId)).toMatchObject({ ok: true })
    expect(await order()).toMatchObject({ status: 503 })
  })

  test('a 429 without a time pauses the seller, and does not open the breaker for others', async () => {
    await startShop()
    const othersProductId = await publishAsNewSeller()
    await shop.provider.addFault({ path: '/checkout', status: 429, retryAfter: 0, times: 18 })

    for (let index = 0; index < 6; index += 1) expect(await order()).toMatchObject({ status: 503 })
    await shop.provider.clearFaults()

    expect(await order(othersProductId)).toMatchObject({ ok: true })
  })

  test('a pause for the marketplace’s own credentials does not pause the sellers', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/oauth/token', status: 429, retryAfter: 60, times: 1 })

    await shop.linkMercadoPago(await shop.creator()).catch(() => undefined)

    const { requests } = await shop.provider.listRequests()
    expect(requests).toContainEqual(expect.objectContaining({ path: '/oauth/token', status: 429 }))
    expect(await order()).toMatchObject({ ok: true })
  })

  test('the pauses for three sellers at about the same time pause all for at most 30 seconds', async () => {
    await startShop()
    const productIds = [productId, await publishAsNewSeller(), await publishAsNewSeller()]
    const othersProductId = await publishAsNewSeller()
    await shop.provider.addFault({ path: '/checkout', status: 429, retryAfter: 3600, times: 3 })

    for (const id of productIds) await order(id)

    const answer = await order(othersProductId)
    expect(answer).toMatchObject({ status: 503, code: 'ERROR_SERVICE_UNAVAILABLE' })
    expect(answer).toMatchObject({ retryAfter: expect.toSatisfy(seconds => seconds <= 30) })
  })

  test('an answer that is too long, an HTML page or cut off is a failure of the provider', async () => {
    await startShop()
    for (const fault of [{ extraBytes: 2_000_000 }, { html: true }, { malformed: true }]) {
      await shop.provider.addFault({ path: '/checkout', ...fault, times: 3 })

      expect(await order(), JSON.stringify(fault)).toMatchObject({ status: 502 })

      await shop.provider.reset()
      expect(await order()).toMatchObject({ ok: true })
    }
  })

  test('a provider that sends its answer byte by byte holds a buyer for one time limit only', async () => {
    await startShop()
    await shop.provider.addFault({ path: '/checkout', dripMs: 100, times: 3 })

    expect(await order()).toMatchObject({ status: 502 })
  })

  test('an operator can stop new orders', async () => {
    await startShop({ ACCEPT_ORDERS: '0' })

    const answer = await order()

    expect(answer).toMatchObject({
      status: 503,
      code: 'ERROR_SERVICE_UNAVAILABLE',
      retryAfter: 300,
    })
    expect(await shop.db.$count(orders)).toBe(0)
  })
})
