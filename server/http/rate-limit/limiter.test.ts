import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import { login } from '#contract/accounts/sessions.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { register } from '#contract/accounts/registration.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { rateLimits, users } from '#server/db/schema/index.ts'
import { PASSWORD, type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { toIpAddressKey, toNetworkKey } from './address-key.ts'

describe('toIpAddressKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2::9', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
  ])('the IP address %s is counted as %s', (ip, key) => expect(toIpAddressKey(ip)).toBe(key))
})

describe('toNetworkKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['unknown', 'unknown'],
  ])('the IP address %s belongs to the network %s', (ip, key) => expect(toNetworkKey(ip)).toBe(key))
})

describe('the rate limits', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp({ RATE_LIMIT_FACTOR: '1' })
  })
  beforeEach(() => shop.reset())
  afterAll(() => shop.close())

  test('the database has no IP address and no email address of those who are counted', async () => {
    const person = shop.visitor()
    await person.call(recoverPassword, { body: { email: 'nobody@mail.test' } })
    await person.call(login, { body: { email: 'stranger@mail.test', password: PASSWORD } })

    const keys = (await shop.db.select().from(rateLimits)).map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(3)
    for (const key of keys) expect(key).toMatch(/^[a-z_]+:[\w-]{43}$/)
  })

  test('the 11th registration within an hour from one IP address is refused with Retry-After', async () => {
    const send = (index: number) =>
      shop.visitor().call(register, {
        body: {
          email: `a${index}@mail.test`,
          password: PASSWORD,
          confirm_password: PASSWORD,
          tyc: true,
        },
      })
    for (let index = 0; index < 10; index += 1)
      expect(await send(index)).toMatchObject({ status: 201 })

    const refused = await shop.visitor().request('/api/public/auth/register', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-recaptcha-token': await shop.visitor().solveCaptcha('register_form'),
      },
      body: JSON.stringify({
        email: 'x@mail.test',
        password: PASSWORD,
        confirm_password: PASSWORD,
        tyc: true,
      }),
    })

    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await refused.json()).toMatchObject({ code: 'ERROR_TOO_MANY_REQUESTS' })
    expect(await shop.db.select().from(users)).toHaveLength(10)
  })

  test('the 61st captcha challenge within a minute for one IP address is refused', async () => {
    const ask = () => shop.visitor().call(getCaptchaChallenge, { query: { action: 'login_form' } })
    const answers = await Promise.all(Array.from({ length: 61 }, ask))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(60)
  })

  test('the 31st login within 15 minutes from one IP address is refused, even for different accounts', async () => {
    const attempt = async (index: number) =>
      shop
        .visitor({ 'x-forwarded-for': `198.51.100.${index}` })
        .call(login, { body: { email: `a${index}@mail.test`, password: 'Kiosko-0000' } })
    const answers = []
    for (let index = 0; index < 31; index += 1) answers.push(await attempt(index))
    expect(answers.slice(0, 30).every(({ status }) => status === 401)).toBe(true)
    expect(answers[30]).toMatchObject({ status: 429 })
  })

  test('the 11th order of one product within ten minutes by the same email is refused', async () => {
    const seller = await shop.seller()
    const product = await shop.publish(seller)
    const order = () =>
      shop.visitor().call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
      })
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await order())
    expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject({ status: 429, code: 'ERROR_TOO_MANY_REQUESTS' })
  })
})

test('orders under a buyer’s email from other addresses do not keep the buyer from ordering', async () => {
  const shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
  await shop.reset()
  const seller = await shop.seller()
  const product = await shop.publish(seller)
  const order = (ip: string) =>
    shop.visitor({ 'x-forwarded-for': ip }).call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'ana@mail.test' },
    })
  for (let index = 0; index < 11; index += 1) await order('198.51.100.7')

  expect(await order('198.51.100.7')).toMatchObject({ status: 429 })
  expect(await order('203.0.113.9')).toMatchObject({ ok: true })
  await shop.close()
})

test('requests that are refused as cross-site or unknown are counted too', async () => {
  const shop = await createTestApp({ RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'loopback' })
  const send = async (path: string, headers: Record<string, string>) =>
    (await fetch(shop.origin + path, { method: 'POST', headers })).status
  try {
    const attack = { origin: 'https://evil.test', 'x-forwarded-for': '203.0.113.7' }
    const statuses = []
    for (let n = 0; n < 8; n += 1) statuses.push(await send('/api/auth/logout', attack))
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429, 429])

    const scan = { origin: shop.origin, 'x-forwarded-for': '198.51.100.1' }
    for (let n = 0; n < 6; n += 1) expect(await send('/api/nothing', scan)).toBe(404)
    expect(await send('/api/nothing', scan)).toBe(429)
  } finally {
    await shop.close()
  }
})
