import { expect, test } from 'vitest'
import type { PublicProduct } from '#contract/catalog/products.ts'
import { buildProductJsonLd } from './structured-data.ts'

test('the text of a seller cannot end the script element that contains the structured data', () => {
  const name = '</script><script>alert(1)</script>\u2028 & co'
  const product: PublicProduct = {
    id: 7,
    username: 'ana',
    name,
    description: 'Una guía.',
    price: 8900,
    currency: 'ARS',
    isPriceDynamic: false,
    deleted: false,
    category: { id: 1, name: 'Ebooks' },
    subcategory: { id: 2, name: 'Cocina' },
    imageFile: '/images/k/960.webp',
    file: { type: 'PDF', sizeBytes: 1, pages: null },
    hasAuth: true,
    rating: null,
  }

  const json = buildProductJsonLd(product, {
    brand: 'B',
    locale: 'es',
    origin: 'https://shop.test',
  })

  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json)).toMatchObject({ name, offers: { url: 'https://shop.test/product/7' } })
})
