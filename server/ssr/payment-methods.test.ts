import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Currency } from '#contract/core/fields.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

describe.each<[Currency, { names: string[]; absent: RegExp }]>([
  ['ARS', { names: ['Rapipago', 'Pago Fácil'], absent: /transferencia|OXXO|Pix|Webpay/ }],
  ['CLP', { names: ['Webpay', 'Khipu'], absent: /efectivo|cupón|Rapipago|OXXO|Pix/ }],
])('an installation in %s', (currency, { names, absent }) => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp({ CURRENCY: currency }, { pages: true })
  })
  afterAll(() => shop.close())

  test.each(['/', '/faq'])(
    'an installation names on %s only the payment methods of its country',
    async path => {
      const page = await fetch(`${shop.origin}${path}`, { headers: { 'accept-language': 'es' } })
      const [, main = ''] = /<main[^]*?>([^]*)<\/main>/.exec(await page.text()) ?? []

      expect(main).toMatch(/tarjeta/)
      expect(main).not.toMatch(absent)
      if (path === '/faq') for (const name of names) expect(main).toContain(name)
    },
  )
})
