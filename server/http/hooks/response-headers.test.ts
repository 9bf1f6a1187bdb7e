import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
  await shop.reset()
})
afterAll(() => shop.close())

test.each([
  '/api/public/tyc',
  '/api/no-such-call',
  '/api/public/product/0',
  '/healthz',
  '/robots.txt',
  '/sitemap.xml',
  '/icon-192.png',
])('the response of %s loads nothing and cannot be framed', async path => {
  const { headers } = await shop.visitor().request(path)

  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the legal documents open in the browser and cannot be framed', async () => {
  const { headers } = await shop.visitor().request('/legal/terms')

  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
})

test('the API document keeps its own policy, with which its page works', async () => {
  const { headers } = await shop.visitor().request('/api/docs/static/index.html')

  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('over https every response requires https for the domain and its subdomains', async () => {
  const secure = await createTestApp({ PUBLIC_ORIGIN: 'https://kiosko.test' })
  const { headers } = await fetch(`http://127.0.0.1:${secure.config.port}/healthz`)
  await secure.close()

  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})
