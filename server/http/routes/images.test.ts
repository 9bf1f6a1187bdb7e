import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const IMAGES_ORIGIN = 'https://img.shop.example'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ IMAGES_ORIGIN }, { pages: true })
})
afterAll(() => shop.close())

test('images are loaded from the content delivery network, which can keep them for a year', async () => {
  await shop.reset()
  const seller = await shop.seller()
  const product = await shop.publish(seller, { name: 'Zamba' })
  const visitor = shop.visitor()

  const { imageFile, username } = expectOk(
    await visitor.call(getPublicProduct, { params: { id: product.id } }),
  )
  expect(imageFile).toMatch(new RegExp(`^${IMAGES_ORIGIN}/images/[\\w-]+/960\\.webp$`))
  const { products } = expectOk(await visitor.call(getPublicProfile, { params: { username } }))
  expect(products[0]!.imageFile).toBe(imageFile)

  const page = await visitor.request(buildProductPath(product))
  expect(page.headers.get('content-security-policy')).toContain(`img-src 'self' ${IMAGES_ORIGIN} `)
  expect(await page.text()).toContain(`src="${imageFile}"`)

  const { token, preferenceId } = await shop.order(visitor, [{ id: product.id }], 'ana@mail.test')
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  const { html } = await shop.waitForMail('ana@mail.test', /Zamba/)
  expect(html).toContain(imageFile.replace('960', '320'))

  // The network asks the marketplace for the same path.
  const image = await fetch(imageFile.replace(IMAGES_ORIGIN, shop.origin))
  expect(image.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(image.headers.get('set-cookie')).toBeNull()
  expect((await image.bytes()).length).toBeGreaterThan(100)
})
