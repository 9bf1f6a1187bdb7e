import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPreference } from '#contract/orders/orders.ts'
import { orders, rateLimits } from '#server/db/schema/index.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The limits of orders, with the real numbers. */
let shop: TestApp
let productId: number
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
beforeEach(async () => {
  await shop.reset()
  productId = (await shop.publish(await shop.seller())).id
})
afterAll(() => shop.close())

/** Starts a purchase as another buyer at an IP address. */
const order = (ip: string, input: { captcha?: string; idempotencyKey?: string } = {}) =>
  shop.visitor({ 'x-forwarded-for': ip }).call(createPreference, {
    body: { products: [{ id: productId }], payerEmail: `${randomUUID().slice(0, 8)}@mail.test` },
    ...input,
  })

const orderWithCaptcha = async (ip: string) =>
  order(ip, {
    captcha: await shop.visitor({ 'x-forwarded-for': ip }).solveCaptcha('buy_form'),
  })

/** Writes the counters of an hour's orders, since ordering as often would take minutes. */
async function countOrdersOf(ip: string, name: string, count: number): Promise<void> {
  await order(ip)
  const counters = await shop.db.select().from(rateLimits)
  const keys = counters.map(({ key }) => key).filter(key => key.startsWith(`${name}:`))
  expect(keys).toHaveLength(1)
  await shop.db.delete(rateLimits)
  await shop.db
    .insert(rateLimits)
    .values(keys.map(key => ({ key, count, resetAt: new Date(Date.now() + 1_800_000) })))
}

describe('orders from one IP address', () => {
  test('orders from one IP address need a captcha from the 11th within an hour on, for a buyer of other addresses none', async () => {
    for (let index = 0; index < 10; index += 1)
      expect(await order('198.51.100.7')).toMatchObject({ ok: true })

    expect(await order('198.51.100.7')).toMatchObject({
      status: 403,
      code: 'ERROR_CAPTCHA_FAILED',
    })
    expect(await shop.db.$count(orders)).toBe(10)
    expect(await orderWithCaptcha('198.51.100.7')).toMatchObject({ ok: true })
    expect(await order('203.0.113.9')).toMatchObject({ ok: true })
  })

  test('orders from one IP address need a captcha for every one, which is valid once and only for an order', async () => {
    const ip = '198.51.100.7'
    await countOrdersOf(ip, 'orders', 10)
    const visitor = shop.visitor({ 'x-forwarded-for': ip })
    const captcha = await visitor.solveCaptcha('buy_form')

    expect(await order(ip, { captcha })).toMatchObject({ ok: true })
    expect(await order(ip, { captcha })).toMatchObject({ code: 'ERROR_CAPTCHA_FAILED' })
    const forOtherForm = await visitor.solveCaptcha('support_form')
    expect(await order(ip, { captcha: forOtherForm })).toMatchObject({
      code: 'ERROR_CAPTCHA_FAILED',
    })
  })

  test('orders from one IP address that are repeated with their idempotency key are not counted and need no captcha', async () => {
    const ip = '198.51.100.7'
    const visitor = shop.visitor({ 'x-forwarded-for': ip })
    const input = {
      body: { products: [{ id: productId }], payerEmail: 'ana@mail.test' },
      idempotencyKey: randomUUID(),
    }

    const answers = []
    for (let index = 0; index < 15; index += 1)
      answers.push(await visitor.call(createPreference, input))

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('orders from one IP address are refused from the 201st within an hour on, also with a captcha', async () => {
    const ip = '198.51.100.7'
    await countOrdersOf(ip, 'orders', 199)
    expect(await orderWithCaptcha(ip)).toMatchObject({ ok: true })

    const refused = await orderWithCaptcha(ip)

    expect(refused).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
    expect(await orderWithCaptcha('203.0.113.9')).toMatchObject({ ok: true })
  })

  test('orders from one IP address without the captcha that they need do not use up those of others who share it', async () => {
    const ip = '198.51.100.7'
    await countOrdersOf(ip, 'orders', 198)

    for (let index = 0; index < 20; index += 1)
      expect(await order(ip)).toMatchObject({ code: 'ERROR_CAPTCHA_FAILED' })

    expect(await orderWithCaptcha(ip)).toMatchObject({ ok: true })
  })
})

describe('orders from one network', () => {
  test.each([
    ['an IPv4 /24', '198.51.100.7', '198.51.100.200', '198.51.101.7'],
    ['an IPv6 /48', '2001:db8:1:2::3', '2001:db8:1:ffff::3', '2001:db8:2:2::3'],
  ])(
    '%s need a captcha from the 101st within an hour on, whatever address each has',
    async (_, first, another, foreign) => {
      await countOrdersOf(first, 'orders_network', 100)

      expect(await order(another)).toMatchObject({ code: 'ERROR_CAPTCHA_FAILED' })
      expect(await orderWithCaptcha(another)).toMatchObject({ ok: true })
      expect(await order(foreign)).toMatchObject({ ok: true })
    },
  )

  test('orders from one network are refused from the 1001st within an hour on', async () => {
    await countOrdersOf('198.51.100.7', 'orders_network', 1000)

    expect(await orderWithCaptcha('198.51.100.200')).toMatchObject({ status: 429 })
    expect(await order('198.51.101.7')).toMatchObject({ ok: true })
  })
})
