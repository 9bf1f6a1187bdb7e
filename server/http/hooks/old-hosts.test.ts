import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '#tools/test-app/test-app.ts'

let shop: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  shop = await createTestApp({ OLD_ORIGINS: 'https://antes.example, viejo.example:8080' })
})
afterAll(() => shop.close())

/** Sends a request with the given Host header, which `fetch` does not allow. */
function ask(host: string, url: string, method: 'GET' | 'POST' = 'GET') {
  return shop.app.server.inject({ method, url, headers: { host } })
}

test.each([
  ['antes.example', '/product/7?lang=en', 'GET'],
  ['viejo.example:8080', '/', 'GET'],
  ['antes.example', '/api/public/mercadopago/webhook?data.id=1', 'POST'],
] as const)(
  'a request to the old URL %s%s is redirected to the current origin',
  async (host, url, method) => {
    const reply = await ask(host, url, method)

    expect(reply.statusCode).toBe(308)
    expect(reply.headers.location).toBe(`${shop.origin}${url}`)
  },
)

test('a request with any other Host header is served', async () => {
  expect((await ask('somewhere.example', '/healthz')).statusCode).toBe(200)
})
