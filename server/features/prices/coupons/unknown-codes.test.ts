import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCoupon } from '#contract/prices/coupons.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { getQuote } from '#contract/orders/public-quote.ts'
import { UNLIMITED } from '#tools/api-client/coupons.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/** The limits count here. */
let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
})
let book: { id: number }
beforeEach(async () => {
  await shop.reset()
  const seller = await shop.seller()
  book = await shop.publish(seller, { name: 'Recetario', price: 10_000 })
  const body = { code: 'REGALO-10', kind: 'percent', value: 10 } as const
  expectOk(await seller.call(createCoupon, { body: { ...UNLIMITED, ...body, perBuyer: 1 } }))
})
afterAll(() => shop.close())

const from = (ip: string) => shop.visitor({ 'x-forwarded-for': ip })

const check = (code: string, ip: string) =>
  from(ip).call(getQuote, { body: { products: [{ id: book.id }], coupon: code } })

const UNKNOWN = { status: 200, body: { quote: { coupon: { refusal: 'unknown' } } } }

const buy = (code: string, ip: string) =>
  from(ip).call(createPreference, {
    body: {
      products: [{ id: book.id }],
      payerEmail: 'ana@mail.test',
      coupon: code,
    },
  })

test('a visitor who guesses codes is stopped after ten, also at the right one and at the purchase', async () => {
  for (let n = 0; n < 10; n += 1)
    expect(await check(`PRUEBA${n}`, '203.0.113.7')).toMatchObject(UNKNOWN)

  expect(await check('regalo-10', '203.0.113.7')).toMatchObject({ status: 429 })
  expect(await buy('regalo-10', '203.0.113.7')).toMatchObject({ status: 429 })
  // Others use their code meanwhile, as often as they like.
  for (let n = 0; n < 12; n += 1) expectOk(await check('regalo-10', '203.0.113.8'))
  expectOk(await buy('regalo-10', '203.0.113.8'))
})

test('a visitor who guesses codes from the addresses of one network is stopped after a hundred', async () => {
  for (let n = 0; n < 100; n += 1)
    expect(await check(`PRUEBA${n}`, `203.0.113.${n}`)).toMatchObject(UNKNOWN)

  expect(await check('regalo-10', '203.0.113.200')).toMatchObject({ status: 429 })
  expectOk(await check('regalo-10', '198.51.100.1'))
})
