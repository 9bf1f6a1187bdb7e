import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUser } from '#contract/accounts/user.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { insertSignedInUser } from '#tools/test-app/rows.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { hasOwnChange } from './own-changes.ts'

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

test('an asset loads modules of this origin only, as the captcha’s worker does', async () => {
  const page = await (await shop.visitor().request('/faq')).text()
  const { headers } = await shop.visitor().request(/\/assets\/[\w.-]+\.js/.exec(page)![0])

  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
  )
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the API document is served unless the setting API_DOCS turns it off', async () => {
  const without = await createTestApp({ API_DOCS: '0' })
  for (const path of ['/api/docs', '/api/openapi.json']) {
    expect((await shop.visitor().request(path)).status, path).toBe(200)
    expect((await without.visitor().request(path)).status, path).toBe(404)
  }
  await without.close()
})

test('the cookie that marks a recent change has the prefix __Host- over https, and the server reads it', async () => {
  const secure = await createTestApp({ PUBLIC_ORIGIN: 'https://kiosko.test' })
  const local = `http://127.0.0.1:${secure.config.port}`
  const seller = new ApiClient(local, { origin: 'https://kiosko.test' }, secure.leakDetector)
  await insertSignedInUser(secure, seller, 'ana@creators.test')
  expectOk(await seller.call(updateUser, { body: { themePreference: 'dark' } }))
  await secure.close()

  expect(seller.cookies.get('__Host-changed')).toBe('1')
  expect(hasOwnChange({ cookie: '__Host-session=x; __Host-changed=1' })).toBe(true)
  expect(hasOwnChange({ cookie: 'changed=1' })).toBe(true)
  expect(hasOwnChange({ cookie: 'unchanged=1' })).toBe(false)
})

test('the API document keeps its own policy, with which its page works', async () => {
  const { headers } = await shop.visitor().request('/api/docs/static/index.html')

  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('every response over https requires https for the domain and its subdomains', async () => {
  const secure = await createTestApp({ PUBLIC_ORIGIN: 'https://kiosko.test' })
  const { headers } = await fetch(`http://127.0.0.1:${secure.config.port}/healthz`)
  await secure.close()

  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})
