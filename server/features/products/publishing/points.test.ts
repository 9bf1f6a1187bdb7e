import { describe, expect, test } from 'vitest'
import {
  createProduct,
  getOwnProduct,
  listOwnProducts,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { buildProductForm } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

test('what a product includes is stored, shown and changed, and lists omit it', async () => {
  const seller = await shop.creator()
  const files = { image_file: await createCoverImage(), product_file: createZipFile(900) }
  const form = {
    ...(await buildProductForm(seller)),
    points: '80 recetas\n\n  Fotos  de cada paso ',
  }

  const { id, points } = expectOk(await seller.call(createProduct, { form, files }))

  const params = { id }
  const stored = ['80 recetas', 'Fotos de cada paso']
  expect(points).toEqual(stored)
  expect(expectOk(await seller.call(getOwnProduct, { params })).points).toEqual(stored)
  expect(expectOk(await seller.call(getPublicProduct, { params })).points).toEqual(stored)
  expect(expectOk(await seller.call(listOwnProducts, {})).products[0]).not.toHaveProperty('points')

  expectOk(await seller.call(updateProduct, { params, form: { name: 'Otro nombre' }, files: {} }))
  expect(expectOk(await seller.call(getPublicProduct, { params })).points).toEqual(stored)
  const withCover = { points: '90 recetas' }
  const image = { image_file: await createCoverImage() }
  expectOk(await seller.call(updateProduct, { params, form: withCover, files: image }))
  expect(expectOk(await seller.call(getPublicProduct, { params })).points).toEqual(['90 recetas'])
  expectOk(await seller.call(updateProduct, { params, form: { points: '' }, files: {} }))
  expect(expectOk(await seller.call(getPublicProduct, { params })).points).toEqual([])
})

test('a product without points has an empty list of them', async () => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)

  expect(expectOk(await seller.call(getPublicProduct, { params: { id } })).points).toEqual([])
})

describe('the points of a product', () => {
  const long = 'a'.repeat(80)
  test.each<[string, string, number, string[]]>([
    [
      'five of 80 characters are accepted',
      Array(5).fill(long).join('\n'),
      200,
      Array(5).fill(long),
    ],
    ['line breaks of browsers and empty lines do not count', 'a\r\n\r\nb\r\n', 200, ['a', 'b']],
    ['six are refused', 'a\nb\nc\nd\ne\nf', 400, []],
    ['one of 81 characters is refused', `a\n${long}b`, 400, []],
    ['a text of 2,001 characters is refused', 'a'.repeat(2001), 400, []],
    [
      'invisible characters and separators of lines become one line',
      'a\u2028b\u200b',
      200,
      ['a b'],
    ],
  ])('the points of a product: %s', async (_, points, status, stored) => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)

    const answer = await seller.call(updateProduct, { params: { id }, form: { points }, files: {} })

    expect(answer.status).toBe(status)
    expect(expectOk(await seller.call(getOwnProduct, { params: { id } })).points).toEqual(stored)
  })
})
