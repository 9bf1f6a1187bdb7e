import { expect, test } from 'vitest'
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
const about = '## Qué trae\n\n- ochenta recetas\n- **fotos** [mías](https://fotos.test)'

test('the formatted text of a product is stored, shown and changed, and lists omit it', async () => {
  const seller = await shop.creator()
  const files = { image_file: await createCoverImage(), product_file: createZipFile(900) }
  const form = { ...(await buildProductForm(seller)), about }

  const { id, ...created } = expectOk(await seller.call(createProduct, { form, files }))

  const params = { id }
  expect(created.about).toBe(about)
  expect(expectOk(await seller.call(getOwnProduct, { params })).about).toBe(about)
  expect(expectOk(await seller.call(getPublicProduct, { params })).about).toBe(about)
  expect(expectOk(await seller.call(listOwnProducts, {})).products[0]).not.toHaveProperty('about')

  expectOk(await seller.call(updateProduct, { params, form: { name: 'Otro nombre' }, files: {} }))
  expect(expectOk(await seller.call(getPublicProduct, { params })).about).toBe(about)
  expectOk(await seller.call(updateProduct, { params, form: { about: '' }, files: {} }))
  expect(expectOk(await seller.call(getPublicProduct, { params })).about).toBe('')
})

test('a product without a formatted text has an empty one', async () => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)

  expect(expectOk(await seller.call(getPublicProduct, { params: { id } })).about).toBe('')
})

test.each([
  ['of 5,000 characters is accepted', 'a'.repeat(5000), 200, 5000],
  [
    'of 5,000 characters with line breaks, which browsers send as two, is accepted',
    'a\n'.repeat(2499) + 'ab',
    200,
    5000,
  ],
  ['of 5,001 characters is refused', 'a'.repeat(5001), 400, 0],
])('a formatted text %s', async (_, text, status, length) => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller)

  const answer = await seller.call(updateProduct, {
    params: { id },
    form: { about: text.replaceAll('\n', '\r\n') },
    files: {},
  })

  expect(answer.status).toBe(status)
  expect(expectOk(await seller.call(getOwnProduct, { params: { id } })).about).toHaveLength(length)
})
