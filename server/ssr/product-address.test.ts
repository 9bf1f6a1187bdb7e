import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const NAME = 'Pan casero, ñoquis y más'
const SLUG = 'pan-casero-noquis-y-mas'

describe('the page of a product', () => {
  test('the page of a product is at the address with its slug, which its metadata, structured data, sitemap and cards name', async () => {
    const ana = await shop.seller()
    const { id, username } = await shop.publish(ana, { name: NAME })
    await shop.publish(ana, { name: 'Otra cosa' })
    const url = `${shop.origin}/product/${id}/${SLUG}`
    const read = async (path: string) => (await shop.visitor().request(path)).text()

    const page = await shop.visitor({ 'accept-language': 'es' }).request(`/product/${id}/${SLUG}`)
    const html = await page.text()

    expect(page.status).toBe(200)
    expect(html).toContain(`<link rel="canonical" href="${url}"/>`)
    expect(html).toContain(`hrefLang="en" href="${url}?lang=en"`)
    expect(html).toContain(`<meta property="og:url" content="${url}"/>`)
    expect(html).toContain(`"url":"${url}"`)
    expect(await read('/sitemap/products-1.xml')).toContain(`<loc>${url}</loc>`)
    expect(await read(`/profile/${username}`)).toContain(`href="/product/${id}/${SLUG}"`)
    const feed = await read(`/profile/${username}/feed.xml`)
    expect(feed).toContain(`<link>${url}</link>`)
    expect(feed).toContain(`<guid>${shop.origin}/product/${id}</guid>`)
  })

  test.each([
    ['no slug', '', ''],
    ['no slug but a slash', '/', ''],
    ['another slug', '/pan-viejo', ''],
    ['upper case', '/Pan-Casero-Noquis-Y-Mas', ''],
    ['an escaped letter', '/pan-casero-noquis-y-m%61s', ''],
    ['the name itself', `/${encodeURIComponent(NAME)}`, ''],
    ['a slash at the end', `/${SLUG}/`, ''],
    ['a text that ends an attribute', '/%22%3E%3Cscript%3E', ''],
    ['another address', '/%2F%2Fevil.example', ''],
    ['a line break', '/%0d%0aset-cookie:%20a=b', ''],
    ['a very long text', `/${'a'.repeat(3000)}`, ''],
    ['parameters', '/pan-viejo', '?ref=ana&utm_source=correo+uno&lang=en'],
    ['parameters without a slug', '', '?cupon=PAN10'],
  ])(
    'the page of a product redirects for good from an address with %s, with the query',
    async (_, rest, query) => {
      const { id } = await shop.publish(await shop.seller(), { name: NAME })

      const reply = await shop.visitor().request(`/product/${id}${rest}${query}`)

      expect(reply.status).toBe(301)
      expect(reply.headers.get('location')).toBe(`/product/${id}/${SLUG}${query}`)
      // A browser that kept the redirect would be led in circles after the name was changed back.
      expect(reply.headers.get('cache-control')).toBe('no-store')
    },
  )

  test('the page of a product redirects the navigation of a loaded page, with the query', async () => {
    const { id } = await shop.publish(await shop.seller(), { name: NAME })

    const reply = await shop.visitor().request(`/product/${id}/pan-viejo.data?ref=ana`)

    expect(reply.status).toBe(202)
    expect(await reply.text()).toContain(`/product/${id}/${SLUG}?ref=ana`)
  })

  test.each(['Хлеб', '🍞🥖'])(
    'the page of a product has no slug if the name %s has no letter for one',
    async name => {
      const { id } = await shop.publish(await shop.seller(), { name })
      const visitor = shop.visitor()

      expect((await visitor.request(`/product/${id}`)).status).toBe(200)
      for (const path of [`/product/${id}/`, `/product/${id}/pan`]) {
        const reply = await visitor.request(path)
        expect([reply.status, reply.headers.get('location')]).toEqual([301, `/product/${id}`])
      }
    },
  )

  test('the page of a product moves when the name changes and moves back, also after both addresses were cached', async () => {
    const ana = await shop.seller()
    const { id } = await shop.publish(ana, { name: 'Zamba vieja' })
    const follow = async (slug: string) => {
      const reply = await shop.visitor().request(`/product/${id}/${slug}`)
      return [reply.status, reply.headers.get('location')]
    }
    const [oldSlug, newSlug] = ['zamba-vieja', 'zamba-nueva']

    for (const [name, slug, otherSlug] of [
      ['Zamba vieja', oldSlug, newSlug],
      ['Zamba nueva', newSlug, oldSlug],
      ['Zamba vieja', oldSlug, newSlug],
    ] as const) {
      expectOk(await ana.call(updateProduct, { params: { id }, form: { name } }))
      for (let round = 0; round < 2; round += 1) {
        expect(await follow(slug)).toEqual([200, null])
        expect(await follow(otherSlug)).toEqual([301, `/product/${id}/${slug}`])
      }
      expect(expectOk(await shop.visitor().call(getPublicProduct, { params: { id } })).slug).toBe(
        slug,
      )
    }
  })

  test('the page of a product does not tell the name of a product without a page', async () => {
    const ana = await shop.seller()
    const { id } = await shop.publish(ana, { name: NAME })
    expectOk(await ana.call(deleteProduct, { params: { id } }))

    for (const path of [`/product/${id}`, `/product/${id}/x`, `/product/${id}/${SLUG}`])
      expect((await shop.visitor().request(path)).status, path).toBe(404)
  })
})
