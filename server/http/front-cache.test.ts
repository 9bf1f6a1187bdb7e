import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const METRICS_TOKEN = 'metrics-token-of-this-test'

let shop: TestApp
/** A server that consists of the front cache alone. A request that it passes on is answered with 421. */
let front: Server
beforeAll(async () => {
  shop = await createTestApp(
    { METRICS_TOKEN, OLD_ORIGINS: 'https://antes.example' },
    { pages: true },
  )
  front = createServer((request, response) => {
    void shop.app.server.frontCache.answer(request, response, () =>
      response.writeHead(PASSED_ON).end(),
    )
  })
  await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => shop.reset())
afterAll(async () => {
  front.close()
  await shop.close()
})

const PASSED_ON = 421
const BROTLI = { 'accept-encoding': 'br', 'accept-language': 'es-AR' }

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
}

async function ask(origin: string, path: string, init: RequestOptions = {}) {
  const reply = await fetch(origin + path, { ...init, headers: { ...BROTLI, ...init.headers } })
  const headers = Object.fromEntries(reply.headers)
  // These two headers are set by Node.
  delete headers['date']
  delete headers['keep-alive']
  return { status: reply.status, headers, body: await reply.text() }
}
const askApp = (path: string, init?: RequestOptions) => ask(shop.origin, path, init)
const askFront = (path: string, init?: RequestOptions) =>
  ask(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, path, init)

/** Lets the app keep its answer. The news of a new product can arrive after a first answer, which then ends. */
const keepAnswer = (path: string) =>
  expect
    .poll(async () => {
      await askApp(path)
      return (await askFront(path)).status
    })
    .toBe(200)

test('a cached response in one language is never sent to a request in the other', async () => {
  const readNames = async (language: string) => {
    const { body } = await askApp('/api/category/list', {
      headers: { 'accept-language': language },
    })
    return (JSON.parse(body) as { categories: { name: string }[] }).categories.map(
      ({ name }) => name,
    )
  }
  const [spanish, english] = [await readNames('es-AR'), await readNames('en')]

  expect(english).not.toEqual(spanish)
  expect([await readNames('es-AR'), await readNames('en')]).toEqual([spanish, english])
})

describe('the front cache', () => {
  test.each([
    '/product/:id/:slug',
    '/api/public/product/:id',
    '/explore',
    '/api/public/product/page/1',
  ])(
    'the front cache answers %s with the status, headers and body that the app sent from the cache',
    async pattern => {
      const { id, slug } = await shop.publish(await shop.seller())
      const path = pattern.replace(':id', String(id)).replace(':slug', slug)

      const unknown = await askFront(path)
      expect(unknown.status).toBe(PASSED_ON)
      await keepAnswer(path)
      const fromApp = await askApp(path)
      const fromFront = await askFront(path)

      expect(fromApp.status).toBe(200)
      expect(fromFront).toEqual(fromApp)
    },
  )

  test.each([
    ['another method', { method: 'HEAD' }],
    ['a condition', { headers: { 'if-none-match': '"old"' } }],
    ['another language', { headers: { 'accept-language': 'en' } }],
    ['a language in a cookie', { headers: { cookie: 'lang=en' } }],
    ['an encoding that is not stored', { headers: { 'accept-encoding': 'gzip' } }],
  ])('the front cache passes on a request with %s', async (_what, init) => {
    const path = buildProductPath(await shop.publish(await shop.seller()))
    await keepAnswer(path)

    expect((await askFront(path, init)).status).toBe(PASSED_ON)
  })

  test('the front cache passes on a request that chooses a language, because its response sets a cookie', async () => {
    await askApp('/explore?lang=en')

    expect((await askFront('/explore?lang=en')).status).toBe(PASSED_ON)
  })

  test('the front cache passes on a request of a session to a page that differs between visitors', async () => {
    await askApp('/login')

    expect((await askFront('/login')).status).toBe(PASSED_ON)
  })

  test('the front cache passes on a request under a former host', async () => {
    await askApp('/explore')
    const passedOn: string[] = []
    const request = {
      method: 'GET',
      url: '/explore',
      headers: { ...BROTLI, host: 'antes.example' },
    }

    await shop.app.server.frontCache.answer(request as never, {} as never, ({ url }) =>
      passedOn.push(String(url)),
    )

    expect(passedOn).toEqual(['/explore'])
  })

  test('the front cache passes on a request for a product that was changed', async () => {
    const ana = await shop.seller()
    const product = await shop.publish(ana)
    const path = buildProductPath(product)
    await keepAnswer(path)

    expectOk(await ana.call(updateProduct, { params: { id: product.id }, form: { price: 777 } }))

    expect((await askFront(path)).status).toBe(PASSED_ON)
    expect((await askApp(path)).body).toContain('777')
    await keepAnswer(path)
    expect((await askFront(path)).body).toContain('777')
  })

  test('the front cache counts its answers in the metrics of the route', async () => {
    const countRequests = async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const { body } = await askApp('/metrics', { headers })
      const line =
        /http_request_seconds_count\{method="GET",route="\/api\/public\/product\/:id",status="200"[^}]*\} (\d+)/
      return Number(line.exec(body)?.[1])
    }
    const { id } = await shop.publish(await shop.seller())
    await keepAnswer(`/api/public/product/${id}`)
    const before = await countRequests()

    for (let n = 0; n < 10; n += 1) await askFront(`/api/public/product/${id}`)

    // A request is counted after its last byte was sent, so that of an earlier one can come late.
    await expect.poll(countRequests).toBeGreaterThanOrEqual(before + 10)
  })
})

test('25,000 long addresses of a cached page take less than 10 MB', async () => {
  await askApp('/faq')
  const entry = shop.app.responseCache.get('es /faq')!
  const request = { locale: 'es', routeOptions: { url: '/*' } }
  const reply = { getHeaders: () => ({}) } as FastifyReply
  const readHeap = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const before = readHeap()

  for (let n = 0; n < 25_000; n += 1) {
    // Each address is a text of its own, as if it had arrived by the network.
    const originalUrl = Buffer.from(`/faq?${n}${'x'.repeat(16_000)}`).toString()
    shop.app.server.frontCache.remember({ ...request, originalUrl } as FastifyRequest, reply, entry)
  }

  expect(readHeap() - before).toBeLessThan(10_000_000)
})

test('cached pages are limited for each address', async () => {
  const limited = await createTestApp(
    { RATE_LIMIT_FACTOR: '0.01', TRUST_PROXY: 'loopback' },
    { pages: true },
  )
  const load = async (address: string) =>
    (await ask(limited.origin, '/faq', { headers: { 'x-forwarded-for': address } })).status

  const statuses = []
  for (let index = 0; index < 40; index++) statuses.push(await load('203.0.113.7'))

  expect(statuses.slice(0, 31)).toEqual(Array.from({ length: 31 }, () => 200))
  expect(statuses.slice(31)).toEqual(Array.from({ length: 9 }, () => 429))
  expect(await load('203.0.113.8')).toBe(200)
  await limited.close()
})

test('the general rate limit counts calls that are answered from the cache, by the forwarded address', async () => {
  const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'loopback' })
  try {
    await limited.reset()
    const { id } = await limited.publish(await limited.seller())
    const visitor = limited.visitor({ 'x-forwarded-for': '203.0.113.7' })
    const call = () => visitor.call(getPublicProduct, { params: { id } })

    const statuses = []
    for (let index = 0; index < 601; index++) statuses.push((await call()).status)

    expect(statuses.filter(status => status === 200)).toHaveLength(600)
    expect(statuses.at(-1)).toBe(429)
    const other = limited.visitor({ 'x-forwarded-for': '203.0.113.8' })
    expect((await other.call(getPublicProduct, { params: { id } })).status).toBe(200)
  } finally {
    await limited.close()
  }
})
