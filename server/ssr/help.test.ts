import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ CHAT_PROPERTY_ID: 'kiosko', CHAT_WIDGET_ID: 'w1' }, { pages: true })
})
afterAll(() => shop.close())

test('the help page shows the configured chat and a contact form', async () => {
  const help = await (await shop.visitor().request('/help')).text()

  expect(help).toMatch(/<iframe [^>]*src="https:\/\/tawk\.to\/chat\/kiosko\/w1"/)
  expect(help).toContain('<textarea')
})
