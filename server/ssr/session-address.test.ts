import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { sessions } from '#server/db/schema/index.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { publishProduct } from '#tools/api-client/creator.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ TRUST_PROXY: 'loopback' }, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a session records the IP address of the client for pages that the server renders', async () => {
  const ana = await shop.creator()
  const product = await publishProduct(ana)
  ana.headers['x-forwarded-for'] = '203.0.113.7'

  for (const path of ['/', '/dashboard/home', buildProductPath(product)])
    expect((await ana.request(path)).status).toBe(200)

  expect(await shop.db.select({ ip: sessions.ip }).from(sessions)).toEqual([{ ip: '203.0.113.7' }])
})
