import { beforeEach, expect, test } from 'vitest'
import {
  createDraft,
  duplicateProduct,
  publishProduct,
  setCover,
} from '#contract/products/working-copy.ts'
import {
  createProduct,
  getOwnProduct,
  listOwnProducts,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { addFile } from '#tools/api-client/product-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { buildProductForm } from '#tools/test-app/product-uploads.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
beforeEach(async () => {
  seller = await shop.seller()
})

const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const UNLISTED = 'https://vimeo.com/76979871/8272103f6e'
const change = (id: number, form: object) =>
  seller.call(updateProduct, { params: { id }, form, files: {} })
const readVideo = async (id: number) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id } })).videoUrl

test('the video of a product is stored without the rest of its address, shown, changed and removed', async () => {
  const files = { image_file: await createCoverImage(), product_file: createZipFile(900) }
  const videoUrl = 'https://youtu.be/aqz-KE-bpKQ?list=PL12&t=30'
  const form = { ...(await buildProductForm(seller)), videoUrl }

  const { id, ...created } = expectOk(await seller.call(createProduct, { form, files }))

  expect(created.videoUrl).toBe(VIDEO)
  expect(await readVideo(id)).toBe(VIDEO)
  expect(expectOk(await seller.call(listOwnProducts, {})).products[0]).not.toHaveProperty(
    'videoUrl',
  )
  expectOk(await change(id, { name: 'Otro nombre' }))
  expect(await readVideo(id)).toBe(VIDEO)
  expectOk(await change(id, { videoUrl: 'player.vimeo.com/video/76979871?h=8272103f6e' }))
  expect(await readVideo(id)).toBe(UNLISTED)
  expectOk(await change(id, { videoUrl: '' }))
  expect(await readVideo(id)).toBeNull()
  expect(expectOk(await seller.call(getOwnProduct, { params: { id } })).videoUrl).toBeNull()
})

test('a product whose form names no video has none', async () => {
  const { id } = await shop.publish(seller)
  expect(await readVideo(id)).toBeNull()
})

test('an address that is no video is refused with an example, and changes nothing', async () => {
  const { id } = await shop.publish(seller)
  expectOk(await change(id, { videoUrl: VIDEO }))

  const refusal = await change(id, { videoUrl: 'https://www.youtube.com@evil.test/watch?v=x' })

  expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'videoUrl' }] })
  expect(JSON.stringify(refusal)).toContain('https://youtu.be/')
  expect(await readVideo(id)).toBe(VIDEO)
})

test('a draft keeps the address as it was typed until it is published, and a copy has the stored one', async () => {
  const { id: original } = await shop.publish(seller)
  expectOk(await change(original, { videoUrl: 'https://vimeo.com/76979871?h=8272103f6e' }))
  const copy = expectOk(await seller.call(duplicateProduct, { params: { id: original } }))
  expect(copy.fields.videoUrl).toBe(UNLISTED)

  const { suggestedPrice: _, ...fields } = copy.fields
  const typed = 'youtube.com/shorts/aqz-KE-bpKQ?feature=share'
  const draft = expectOk(
    await seller.call(createDraft, { body: { fields: { ...fields, videoUrl: typed } } }),
  )
  expect(draft.fields.videoUrl).toBe(typed)
  const params = { id: draft.id }
  const image_file = await createCoverImage()
  await addFile(seller, draft.id, createZipFile(900))
  expectOk(await seller.call(setCover, { params, form: {}, files: { image_file } }))
  const published = expectOk(await seller.call(publishProduct, { params }))
  expect(published.videoUrl).toBe(VIDEO)
})
