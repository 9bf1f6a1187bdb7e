import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProductAddress, buildProductPath } from '#contract/products/product-path.ts'
import { deleteProduct, updateProduct } from '#contract/products/products.ts'
import { updateProfile } from '#contract/profiles.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
  await shop.reset()
})
afterAll(() => shop.close())

async function pageOf(product: ProductAddress): Promise<string> {
  const reply = await shop
    .visitor({ 'accept-language': 'es-AR' })
    .request(buildProductPath(product))
  expect(reply.status).toBe(200)
  return reply.text()
}

/** Returns the product names in a row of cards. */
function row(html: string, id: 'more' | 'related'): string[] {
  const [, section] = html.split(`aria-labelledby="${id}"`)
  const cards = section?.split('</section>')[0]?.matchAll(/<h3[^>]*><a[^>]*>([^<]*)/g) ?? []
  return [...cards].map(([, name = '']) => name)
}

test('a product page shows other products of its seller and similar products, always up to date', async () => {
  const [ana, bruno] = [await shop.seller(), await shop.seller()]
  const zamba = await shop.publish(ana, { name: 'Zamba del sur' })

  const alone = await pageOf(zamba)
  expect(alone).not.toContain('aria-labelledby="more"')
  expect(alone).not.toContain('aria-labelledby="related"')

  await shop.publish(ana, { name: 'Zamba del norte' })
  const other = await shop.publish(bruno, { name: 'Zamba ajena' })
  const both = await pageOf(zamba)
  expect(row(both, 'more')).toEqual(['Zamba del norte'])
  expect(row(both, 'related')).toEqual(['Zamba ajena'])

  await bruno.call(updateProduct, { params: { id: other.id }, form: { name: 'Chacarera' } })
  expect(row(await pageOf(zamba), 'related')).toEqual(['Chacarera'])
  await bruno.call(updateProfile, { body: { username: 'brunopampa', bio: 'Música' } })
  expect(await pageOf(zamba)).toContain('@brunopampa')
  await bruno.call(deleteProduct, { params: { id: other.id } })
  expect(row(await pageOf(zamba), 'related')).toEqual([])
})
