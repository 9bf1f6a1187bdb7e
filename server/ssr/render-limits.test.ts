import { afterEach, describe, expect, test, vi } from 'vitest'
import * as m from '#messages'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
afterEach(() => shop.close())

/**
 * Starts the app with the default limits (300 requests a minute and 8 at once for each client, 40 renders at once in
 * all) multiplied by `factor`.
 */
const start = async (factor: number) => {
  shop = await createTestApp(
    { RATE_LIMIT_FACTOR: String(factor), TRUST_PROXY: 'loopback' },
    { pages: true },
  )
}

/** Requests a page as a browser at an IP address does. */
async function open(path: string, ip = '203.0.113.7', headers: Record<string, string> = {}) {
  const response = await fetch(shop.origin + path, {
    headers: { accept: 'text/html,*/*;q=0.8', 'x-forwarded-for': ip, ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const statusesOf = async (replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)
const openTimes = async (times: number, path: string) => {
  const statuses = []
  for (let n = 0; n < times; n += 1) statuses.push((await open(path)).status)
  return statuses
}

describe('a page, document, image or list that is rendered for a request', () => {
  test.each([
    ['a search', '/explore?q=recetas', 200],
    ['an unknown page', '/nothing/here', 404],
    ['a page of a visitor', '/login', 200],
    ['the sitemap', '/sitemap.xml', 200],
    ['a part of the sitemap', '/sitemap/products-1.xml', 200],
    ['a link preview image', '/og/product/7.jpg', 404],
    ['a feed', '/profile/nobody/feed.xml', 404],
  ])('limits %s per IP address', async (_, path, status) => {
    await start(0.01)

    expect(await openTimes(4, path)).toEqual([status, status, status, 429])

    expect((await open(path, '198.51.100.1')).status).toBe(status)
  })

  test('a rendered page, document, image or list has a limit of its own, beside the higher one of responses from the cache', async () => {
    await start(0.01)
    for (const path of ['/faq', '/legal/terms', '/robots.txt'])
      expect((await open(path)).status).toBe(200)
    expect((await open('/explore?q=x')).status).toBe(429)

    expect(new Set(await openTimes(12, '/faq'))).toEqual(new Set([200]))
    expect(new Set(await openTimes(12, '/legal/terms'))).toEqual(new Set([200]))
    expect(new Set(await openTimes(3, '/faq?lang=en'))).toEqual(new Set([429]))
  })

  test('the legal documents are cached in each language', async () => {
    await start(1)
    const terms = await open('/legal/terms')
    expect(terms.headers.get('content-type')).toBe('application/pdf')
    expect(terms.text.slice(0, 5)).toBe('%PDF-')
    const etag = terms.headers.get('etag')!

    expect((await open('/legal/terms', undefined, { 'if-none-match': etag })).status).toBe(304)
    const english = await open('/legal/terms', undefined, { 'accept-language': 'en' })
    expect(english.headers.get('etag')).not.toBe(etag)
  })
})

test.each(['es', 'en'] as const)(
  'a refused browser gets a page of its own, with the time to wait, in %s',
  async locale => {
    await start(0.001)
    const headers = { 'accept-language': locale }
    await open('/explore?q=x', undefined, headers)

    const refused = await open('/explore?q=x', undefined, headers)

    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(refused.text).toContain(`<html lang="${locale}">`)
    expect(refused.text).toContain(m.busy_visitor_title({}, { locale }))
    expect(refused.text).not.toMatch(/<script|src=|<link/)
  },
)

test('a program that does not accept HTML gets the error code', async () => {
  await start(0.001)
  await open('/explore?q=x')

  const refused = await open('/explore?q=x', undefined, { accept: 'application/json' })

  expect(JSON.parse(refused.text)).toMatchObject({ code: 'ERROR_TOO_MANY_REQUESTS' })
})

test('requests of one address beyond those that run and wait are refused, and those of others are answered', async () => {
  await start(1)
  await open('/explore?q=warm')
  // No render can end while the table is locked, so that all requests are there at once, however slow the machine is.
  const locker = await shop.db.$client.connect()
  await locker.query('begin; lock table products in access exclusive mode')
  let answered = 0
  const flood = statusesOf(
    Array.from({ length: 80 }, (_, n) =>
      open(`/explore?q=flood${n}`).finally(() => (answered += 1)),
    ),
  )
  const others = statusesOf(
    Array.from({ length: 5 }, (_, n) => open(`/explore?q=other${n}`, `198.51.100.${n}`)),
  )
  await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(32), { timeout: 20_000 })
  await locker.query('rollback')
  locker.release()

  const statuses = await flood
  expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(40)
  expect(statuses).toContain(429)
  expect(statuses.every(status => status === 200 || status === 429)).toBe(true)
  expect(await others).toEqual([200, 200, 200, 200, 200])
})

test('the renders beyond the limit of all are refused as an overload, while cached pages are answered', async () => {
  await start(0.05)
  await open('/faq')
  const replies = Array.from({ length: 60 }, (_, n) => open(`/explore?q=${n}`, `198.51.100.${n}`))
  const cached = open('/faq', '203.0.113.9')

  const all = await Promise.all(replies)
  const refused = all.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused[0]!.text).toContain(m.busy_title({}, { locale: 'es' }))
  expect(all.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(12)
  expect((await cached).status).toBe(200)
})

test('visitors who ask for the same page at once share one render and are all answered', async () => {
  await start(0.05)
  const statuses = await statusesOf(
    Array.from({ length: 60 }, (_, n) => open('/faq', `198.51.100.${n}`)),
  )

  expect(new Set(statuses)).toEqual(new Set([200]))
})
