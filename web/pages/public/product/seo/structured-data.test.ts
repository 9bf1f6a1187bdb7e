import { expect, test } from 'vitest'
import type { PublicProduct } from '#contract/products/products.ts'
import { buildProductJsonLd } from './structured-data.ts'

const PRODUCT: PublicProduct = {
  id: 7,
  slug: 'guia',
  username: 'ana',
  name: 'Guía',
  description: 'Una guía.',
  price: 8900,
  currency: 'ARS',
  isPriceDynamic: false,
  offer: null,
  guaranteeDays: 0,
  aiUse: null,
  section: '',
  isFirst: false,
  deleted: false,
  isPaused: false,
  category: { id: 1, name: 'Ebooks' },
  subcategory: { id: 2, name: 'Cocina' },
  imageFile: '/images/k/960.webp',
  files: { count: 1, types: ['PDF'], sizeBytes: 1, pages: null },
  hasAuth: true,
  rating: null,
}

const CONTEXT = { brand: 'B', locale: 'es', origin: 'https://shop.test' } as const

test('the text of a seller cannot end the script element that contains the structured data', () => {
  const name = '</script><script>alert(1)</script>\u2028 & co'
  const product = { ...PRODUCT, name }

  const json = buildProductJsonLd(product, {
    ...CONTEXT,
    withdrawal: { days: 10, scope: 'always' },
  })

  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json)).toMatchObject({
    name,
    offers: { url: 'https://shop.test/product/7/guia' },
  })
})

test('the image of the structured data has an absolute URL, also if it is on another origin', () => {
  const imageOf = (imageFile: string) => {
    const context = { ...CONTEXT, withdrawal: { days: 10, scope: 'always' } } as const
    return (JSON.parse(buildProductJsonLd({ ...PRODUCT, imageFile }, context)) as { image: string })
      .image
  }

  expect(imageOf('/images/k/960.webp')).toBe('https://shop.test/images/k/960.webp')
  expect(imageOf('https://img.test/images/k/960.webp')).toBe('https://img.test/images/k/960.webp')
})

test.each([
  ['the right of withdrawal', 10, 'always', 0],
  ['a longer guarantee', 30, 'always', 30],
  ['not a shorter guarantee', 10, 'always', 5],
  ['only the guarantee, if a download ends the right of withdrawal', 5, 'until_download', 5],
  ['nothing, if a download ends the right of withdrawal', undefined, 'until_download', 0],
] as const)('the days to return a product are those of %s', (_, days, scope, guaranteeDays) => {
  const json = buildProductJsonLd(
    { ...PRODUCT, guaranteeDays },
    { ...CONTEXT, withdrawal: { days: 10, scope } },
  )

  const { offers } = JSON.parse(json) as {
    offers: { hasMerchantReturnPolicy?: { merchantReturnDays: number; applicableCountry: string } }
  }
  expect(offers.hasMerchantReturnPolicy?.merchantReturnDays).toBe(days)
})
